//! Units that people write, each as a factor of the first of its kind.
//!
//! Factors are exact by definition where there is one: SI brochure, 9th edition (BIPM 2019), and for customary units NIST SP 811 (2008),
//! appendix B. A month is the twelfth part of a year and no number of days. A table of our own, since no
//! crate fits: `uom` knows units at compile time only; those for UCUM read codes (`[ft_i]`, `Cel`) and not what people write ("feet", "°C"),
//! and are unfinished (`ucum`, 2020) or at their first release (`ucum-units`); `fend-core` and `rink-core` bring a whole calculator,
//! several times the size of this engine.

use super::names::folded;

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    Length,
    Area,
    Volume,
    Mass,
    Time,
    Calendar,
    Temperature,
    Speed,
    Data,
    Energy,
    Power,
    Pressure,
    Frequency,
    Voltage,
    Current,
    Resistance,
    Force,
    Amount,
    Ratio,
}

/// `base = number · factor + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub dimension: Dimension,
    pub factor: f64,
    pub offset: f64,
}

use Dimension as D;

/// Symbols as they are written, upper and lower case apart; with `true`, SI prefixes may stand before.
const SYMBOLS: [(&str, Dimension, f64, bool); 68] = [
    ("m", D::Length, 1.0, true),
    ("mi", D::Length, 1609.344, false),
    ("yd", D::Length, 0.9144, false),
    ("ft", D::Length, 0.3048, false),
    ("′", D::Length, 0.3048, false),
    ("in", D::Length, 0.0254, false),
    ("″", D::Length, 0.0254, false),
    ("nmi", D::Length, 1852.0, false),
    ("ly", D::Length, 9_460_730_472_580_800.0, false),
    ("m2", D::Area, 1.0, false),
    ("km2", D::Area, 1e6, false),
    ("cm2", D::Area, 1e-4, false),
    ("ha", D::Area, 1e4, false),
    ("ac", D::Area, 4_046.856_422_4, false),
    ("sqft", D::Area, 0.092_903_04, false),
    ("sqmi", D::Area, 2_589_988.110_336, false),
    ("ft2", D::Area, 0.092_903_04, false),
    ("mi2", D::Area, 2_589_988.110_336, false),
    ("l", D::Volume, 1e-3, true),
    ("L", D::Volume, 1e-3, true),
    ("m3", D::Volume, 1.0, false),
    ("cm3", D::Volume, 1e-6, false),
    ("gal", D::Volume, 3.785_411_784e-3, false),
    ("bbl", D::Volume, 0.158_987_294_928, false),
    ("g", D::Mass, 1e-3, true),
    ("t", D::Mass, 1e3, true),
    ("lb", D::Mass, 0.453_592_37, false),
    ("lbs", D::Mass, 0.453_592_37, false),
    ("oz", D::Mass, 0.028_349_523_125, false),
    ("s", D::Time, 1.0, true),
    ("sec", D::Time, 1.0, false),
    ("min", D::Time, 60.0, false),
    ("h", D::Time, 3600.0, false),
    ("hr", D::Time, 3600.0, false),
    ("d", D::Time, 86_400.0, false),
    ("wk", D::Time, 604_800.0, false),
    ("mo", D::Calendar, 1.0, false),
    ("yr", D::Calendar, 12.0, false),
    ("K", D::Temperature, 1.0, false),
    ("m/s", D::Speed, 1.0, false),
    ("km/h", D::Speed, 1.0 / 3.6, false),
    ("kmh", D::Speed, 1.0 / 3.6, false),
    ("kph", D::Speed, 1.0 / 3.6, false),
    ("mph", D::Speed, 0.44704, false),
    ("kn", D::Speed, 1852.0 / 3600.0, false),
    ("kt", D::Speed, 1852.0 / 3600.0, false),
    ("B", D::Data, 1.0, true),
    ("PB", D::Data, 1e15, false),
    ("EB", D::Data, 1e18, false),
    ("ZB", D::Data, 1e21, false),
    ("J", D::Energy, 1.0, true),
    ("Wh", D::Energy, 3600.0, true),
    ("cal", D::Energy, 4.184, true),
    ("W", D::Power, 1.0, true),
    ("hp", D::Power, 745.699_871_582_270_2, false),
    ("Pa", D::Pressure, 1.0, true),
    ("bar", D::Pressure, 1e5, true),
    ("atm", D::Pressure, 101_325.0, false),
    ("psi", D::Pressure, 6_894.757_293_168, false),
    ("mmHg", D::Pressure, 133.322_387_415, false),
    ("Hz", D::Frequency, 1.0, true),
    ("V", D::Voltage, 1.0, true),
    ("A", D::Current, 1.0, true),
    ("Ω", D::Resistance, 1.0, true),
    ("N", D::Force, 1.0, true),
    ("mol", D::Amount, 1.0, true),
    ("%", D::Ratio, 0.01, false),
    ("‰", D::Ratio, 0.001, false),
];

/// Names in the singular and what symbol they stand for.
const NAMES: [(&str, &str); 77] = [
    ("kg", "kg"),
    ("km", "km"),
    ("cm", "cm"),
    ("kw", "kW"),
    ("gw", "GW"),
    ("wh", "Wh"),
    ("kwh", "kWh"),
    ("mwh", "MWh"),
    ("gwh", "GWh"),
    ("twh", "TWh"),
    ("hz", "Hz"),
    ("khz", "kHz"),
    ("mhz", "MHz"),
    ("ghz", "GHz"),
    ("metre per second", "m/s"),
    ("metre", "m"),
    ("meter", "m"),
    ("mile", "mi"),
    ("yard", "yd"),
    ("foot", "ft"),
    ("feet", "ft"),
    ("inch", "in"),
    ("inche", "in"),
    ("nautical mile", "nmi"),
    ("light year", "ly"),
    ("sq m", "m2"),
    ("sq km", "km2"),
    ("sq ft", "ft2"),
    ("sq mi", "mi2"),
    ("square metre", "m2"),
    ("square meter", "m2"),
    ("square kilometre", "km2"),
    ("square kilometer", "km2"),
    ("square foot", "ft2"),
    ("square feet", "ft2"),
    ("square mile", "mi2"),
    ("hectare", "ha"),
    ("acre", "ac"),
    ("litre", "l"),
    ("liter", "l"),
    ("cubic metre", "m3"),
    ("cubic meter", "m3"),
    ("gallon", "gal"),
    ("barrel", "bbl"),
    ("gram", "g"),
    ("kilo", "kg"),
    ("tonne", "t"),
    ("metric ton", "t"),
    ("pound", "lb"),
    ("ounce", "oz"),
    ("second", "s"),
    ("minute", "min"),
    ("hour", "h"),
    ("day", "d"),
    ("week", "wk"),
    ("month", "mo"),
    ("year", "yr"),
    ("kelvin", "K"),
    ("mile per hour", "mph"),
    ("gramme", "g"),
    ("joule", "J"),
    ("hertz", "Hz"),
    ("pascal", "Pa"),
    ("newton", "N"),
    ("ohm", "Ω"),
    ("mole", "mol"),
    ("ampere", "A"),
    ("kilometre per hour", "km/h"),
    ("kilometer per hour", "km/h"),
    ("knot", "kn"),
    ("byte", "B"),
    ("percent", "%"),
    ("per cent", "%"),
    ("pct", "%"),
    ("prozent", "%"),
    ("watt", "W"),
    ("volt", "V"),
];

const PREFIXES: [(&str, f64); 11] = [
    ("h", 1e2),
    ("k", 1e3),
    ("K", 1e3),
    ("M", 1e6),
    ("G", 1e9),
    ("T", 1e12),
    ("c", 1e-2),
    ("m", 1e-3),
    ("µ", 1e-6),
    ("μ", 1e-6),
    ("n", 1e-9),
];
const PREFIX_NAMES: [(&str, f64); 8] = [
    ("kilo", 1e3),
    ("mega", 1e6),
    ("giga", 1e9),
    ("tera", 1e12),
    ("centi", 1e-2),
    ("milli", 1e-3),
    ("micro", 1e-6),
    ("nano", 1e-9),
];
/// Of bytes only (IEC 80000-13).
const BINARY: [(&str, f64); 4] = [("Ki", 1024.0), ("Mi", 1_048_576.0), ("Gi", 1_073_741_824.0), ("Ti", 1_099_511_627_776.0)];

/// The unit that a text names.
pub fn unit(text: &str) -> Option<Unit> {
    let text = text.trim().trim_end_matches('.');
    if let Some(degrees) = temperature(text) {
        return Some(degrees);
    }
    symbol(&text.replace('²', "2").replace('³', "3").replace('^', ""))
        .or_else(|| {
            let name = folded(text);
            let singular = name.strip_suffix('s').unwrap_or(&name);
            let named = |name: &str| NAMES.iter().find(|(known, _)| *known == name).and_then(|(_, meant)| symbol(meant));
            named(&name).or_else(|| named(singular)).or_else(|| named(&name.replacen("s per ", " per ", 1))).or_else(|| {
                // "megawatts": of units that take a prefix as a symbol, too.
                let (prefix, times) = PREFIX_NAMES.iter().find(|(prefix, _)| singular.starts_with(prefix))?;
                let unit = named(singular.get(prefix.len()..)?)?;
                Some(Unit { factor: unit.factor * times, ..unit })
            })
        })
        .or_else(|| match folded(text).as_str() {
            "bp" | "bps" | "basis point" | "basis points" => Some(Unit { dimension: D::Ratio, factor: 1e-4, offset: 0.0 }),
            "mile/h" | "miles/h" | "mi/h" => symbol("mph"),
            "hrs" | "hours" => symbol("h"),
            "mins" => symbol("min"),
            "secs" => symbol("s"),
            "yrs" => symbol("yr"),
            _ => None,
        })
}

fn symbol(text: &str) -> Option<Unit> {
    let at = |name: &str, times: f64, prefixed: bool| {
        let (_, dimension, factor, _) = SYMBOLS.iter().find(|(known, _, _, may)| *known == name && (*may || !prefixed))?;
        Some(Unit { dimension: *dimension, factor: factor * times, offset: 0.0 })
    };
    at(text, 1.0, false)
        .or_else(|| PREFIXES.iter().find_map(|(prefix, times)| at(text.strip_prefix(prefix)?, *times, true)))
        .or_else(|| {
            BINARY.iter().find_map(|(prefix, times)| if text.strip_prefix(prefix)? == "B" { at("B", *times, true) } else { None })
        })
}

fn temperature(text: &str) -> Option<Unit> {
    let lower = folded(&text.replace('℃', "C").replace('℉', "F").replace(['°', 'º', '˚'], ""));
    let degrees = lower.strip_prefix("degrees ").or(lower.strip_prefix("deg ")).unwrap_or(&lower);
    match degrees {
        "c" | "celsius" | "centigrade" => Some(Unit { dimension: D::Temperature, factor: 1.0, offset: 273.15 }),
        "f" | "fahrenheit" => Some(Unit { dimension: D::Temperature, factor: 5.0 / 9.0, offset: 459.67 * 5.0 / 9.0 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_known_by_symbol_prefix_and_name() {
        let cases = [
            ("km", D::Length, 1000.0),
            ("miles", D::Length, 1609.344),
            ("sq ft", D::Area, 0.092_903_04),
            ("m²", D::Area, 1.0),
            ("mg", D::Mass, 1e-6),
            ("Tonnes", D::Mass, 1000.0),
            ("GWh", D::Energy, 3.6e12),
            ("kwh", D::Energy, 3.6e6),
            ("KG", D::Mass, 1.0),
            ("kgs", D::Mass, 1.0),
            ("miles per hour", D::Speed, 0.44704),
            ("PB", D::Data, 1e15),
            ("hrs", D::Time, 3600.0),
            ("GiB", D::Data, 1_073_741_824.0),
            ("hPa", D::Pressure, 100.0),
            ("percent", D::Ratio, 0.01),
            ("years", D::Calendar, 12.0),
        ];
        for (text, dimension, factor) in cases {
            let found = unit(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.dimension, dimension, "{text}");
            assert!((found.factor / factor - 1.0).abs() < 1e-9, "{text}: {}", found.factor);
        }
        for text in ["users", "", "M", "kmi", "seats", "x", "mw", "k"] {
            assert_eq!(unit(text), None, "{text}");
        }
    }
}
