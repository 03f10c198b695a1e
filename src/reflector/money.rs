//! Currencies: ISO 4217 codes, and the signs and names that stand for them.

/// Codes that are in use, from ISO 4217 (amendment 176), and the two largest that are no state's.
const CODES: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY \
COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD \
JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO \
NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT \
TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL BTC ETH";

/// Codes that are also read in small letters: those that are no words.
const SMALL: &str =
    "USD EUR GBP JPY CHF CAD AUD NZD CNY INR SEK NOK DKK PLN CZK HUF BRL MXN KRW HKD SGD TWD ZAR RUB ILS AED SAR BTC ETH";

/// Signs, longest first. Those that several currencies share stand for the first, unless something says which.
const SIGNS: [(&str, &str); 28] = [
    ("US$", "USD"),
    ("AU$", "AUD"),
    ("CA$", "CAD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("NT$", "TWD"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("￥", "JPY"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("₽", "RUB"),
    ("₺", "TRY"),
    ("₪", "ILS"),
    ("₴", "UAH"),
    ("฿", "THB"),
    ("₫", "VND"),
    ("₱", "PHP"),
    ("₦", "NGN"),
    ("zł", "PLN"),
    ("Fr.", "CHF"),
    ("Rs.", "INR"),
];
const NAMES: [(&str, &str); 15] = [
    ("us dollar", "USD"),
    ("dollar", "USD"),
    ("buck", "USD"),
    ("euro", "EUR"),
    ("pounds sterling", "GBP"),
    ("pound sterling", "GBP"),
    ("pound", "GBP"),
    ("yen", "JPY"),
    ("yuan", "CNY"),
    ("renminbi", "CNY"),
    ("rmb", "CNY"),
    ("rupee", "INR"),
    ("swiss franc", "CHF"),
    ("won", "KRW"),
    ("rouble", "RUB"),
];
/// Which may be meant by `$` and "dollar", and by `¥`.
const DOLLARS: [&str; 10] = ["USD", "AUD", "CAD", "NZD", "HKD", "SGD", "TWD", "MXN", "CLP", "ARS"];
const YENS: [&str; 2] = ["JPY", "CNY"];

/// The code that a text is, in any case.
pub fn code(text: &str) -> Option<String> {
    let upper = text.trim().to_ascii_uppercase();
    CODES.split(' ').find(|code| *code == upper).map(str::to_owned)
}

/// The currency of a key: a code, a sign or a name.
pub fn named(text: &str) -> Option<String> {
    code(text).or_else(|| leading(text.trim(), None).filter(|(_, rest)| rest.is_empty()).map(|(code, _)| code))
}

/// The currency that a text begins with, and what follows it; `hint` tells which of several is meant by a shared sign.
pub fn leading<'a>(text: &'a str, hint: Option<&str>) -> Option<(String, &'a str)> {
    for (sign, code) in SIGNS {
        if let Some(rest) = text.strip_prefix(sign) {
            return Some((meant(code, sign.len() > 1 && sign.ends_with('$'), hint), rest));
        }
    }
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    let upper = word.to_ascii_uppercase();
    if word.len() == 3
        && CODES.split(' ').any(|code| code == upper)
        && (upper == word || SMALL.split(' ').any(|code| code == upper))
    {
        return Some((upper, rest));
    }
    // Names of two words stand before those that they begin with.
    NAMES.iter().find_map(|(name, code)| {
        let (head, rest) = text.split_at_checked(name.len()).filter(|(head, _)| head.eq_ignore_ascii_case(name))?;
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        let whole = !head.is_empty() && !rest.starts_with(char::is_alphabetic);
        if whole { Some((meant(code, name.starts_with("us "), hint), rest)) } else { None }
    })
}

fn meant(code: &str, certain: bool, hint: Option<&str>) -> String {
    let shared: &[&str] = match code {
        "USD" => &DOLLARS,
        "JPY" => &YENS,
        _ => &[],
    };
    hint.filter(|hint| !certain && shared.contains(hint)).unwrap_or(code).to_owned()
}
