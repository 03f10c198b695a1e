//! From a fact to what is compared: units, currencies and dates brought to one form, or the reason why the field cannot take it.

use std::rc::Rc;

use super::date::{Moment, moment, moment_of_number};
use super::fact::{Fact, FactValue, MAX_ITEMS};
use super::field::{CanonicalField, FieldType};
use super::hierarchy::Hierarchy;
use super::list::Items;
use super::money;
use super::names::{Name, folded, words};
use super::ordered::sorted;
use super::quantity::{Hint, Quantity, is_free};
use super::reach::Reach;
use super::scale::scaled_unit;
use super::settings::{DateOrder, DecimalMark, ReflectorSettings};
use super::shape::quoted;
use super::units::{Dimension, Unit, unit};
use crate::error::nearest;

/// A fact as it is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Facts of different contexts cannot be compared: as-of date, what is measured, currency.
    pub context: String,
    pub as_of: String,
    pub unit: String,
    /// What is counted, as the text of a number says it and nothing else does, and of what an amount of money is: "" where any may be
    /// meant.
    pub named: Option<String>,
    pub form: Form,
}

impl Read {
    /// Whether neither names another thing that is counted; what one leaves out the other may say.
    pub fn counts_what(&self, other: &Self) -> bool {
        match (&self.named, &other.named) {
            (Some(one), Some(other)) => within(one, other) || within(other, one),
            _ => true,
        }
    }
}

/// Whether every word of a label stands in another: "user" in "active user", "" in any.
pub fn within(label: &str, other: &str) -> bool {
    label.split(' ').all(|word| word.is_empty() || other.split(' ').any(|w| w == word))
}

#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Reach(Reach),
    Name(Name),
    List(Items),
}

impl Form {
    /// How much it leaves open: less is more precise.
    pub fn breadth(&self) -> f64 {
        match self {
            Self::Reach(reach) => reach.spans.iter().map(|span| span.high - span.low).sum(),
            Self::Name(name) => -(name.general.len() as f64),
            Self::List(items) => -(items.items.len() as f64),
        }
    }
}

/// How the facts of one field are read.
pub struct Reading {
    kind: FieldType,
    unit: Wanted,
    /// The field's currency.
    currency: Option<String>,
    rates: Rc<ReflectorSettings>,
    as_of: Option<(Moment, String)>,
    values: Vec<(String, String)>,
    hierarchy: Rc<Hierarchy>,
}

/// The field's unit.
enum Wanted {
    Any,
    Known(Unit),
    /// A word of its own: "users".
    Label(String),
}

impl Reading {
    /// # Errors
    /// What is wrong with the field's unit, values or date.
    pub fn new(field: &CanonicalField, settings: Rc<ReflectorSettings>, hierarchy: Rc<Hierarchy>) -> Result<Self, String> {
        let path = &field.path;
        let (mut wanted, mut currency) = (Wanted::Any, None);
        if let Some(text) = &field.unit {
            if field.kind == FieldType::Money {
                let code = money::named(text).ok_or_else(|| format!("`{path}`: the unit {} is no currency", quoted(text)))?;
                currency = Some(code);
            } else {
                wanted = unit(text).map_or_else(|| Wanted::Label(label(text)), Wanted::Known);
            }
        }
        let as_of = match &field.as_of {
            None => None,
            Some(text) => {
                let read = moment(text, settings.date_order)
                    .ok_or_else(|| format!("`{path}`: `asOf` must be a date, got {}", quoted(text)))?;
                Some((read, text.clone()))
            }
        };
        let values = field.values.iter().map(|value| (plain(value).key, value.clone())).collect();
        Ok(Self { kind: field.kind, unit: wanted, currency, rates: settings, as_of, values, hierarchy })
    }

    /// # Errors
    /// Why the field cannot take the fact.
    pub fn read(&self, fact: &Fact) -> Result<Read, String> {
        fact.check_found(self.values.iter().map(|(_, value)| value.as_str()))?;
        let as_of = self.as_of(fact)?;
        let mut named = None;
        let (unit, form) = match self.kind {
            FieldType::Text => (String::new(), Form::Name(plain(&fact.value.shown()))),
            FieldType::Entity => (String::new(), Form::Name(self.entity(&fact.value.shown())?)),
            FieldType::Enum => (String::new(), Form::Name(self.one_of(&fact.value)?)),
            FieldType::List => (String::new(), Form::List(list(&fact.value)?)),
            FieldType::Date => self.date(&fact.value)?,
            FieldType::Number => self.number(fact, &mut named)?,
            FieldType::Money => self.money(fact, &mut named)?,
        };
        if !matches!(self.kind, FieldType::Number | FieldType::Money)
            && let Some((key, held)) =
                [("unit", &fact.unit), ("currency", &fact.currency)].iter().find_map(|(k, v)| Some((k, v.as_ref()?)))
        {
            return Err(format!("`{key}` {} means nothing for this field", quoted(held)));
        }
        if let Form::Reach(reach) = &form
            && !reach.is_sound()
        {
            return Err(format!("{} is too large a number", quoted(&fact.value.shown())));
        }
        let context = if self.kind == FieldType::Money { format!("{as_of}|") } else { format!("{as_of}|{unit}") };
        Ok(Read { context, as_of, unit, named, form })
    }

    fn order(&self) -> Option<DateOrder> {
        self.rates.date_order
    }

    /// As of when the fact holds, as a key; "" is not told, or when the field wants it.
    fn as_of(&self, fact: &Fact) -> Result<String, String> {
        let Some(given) = &fact.as_of else { return Ok(String::new()) };
        let read = moment_in(given, self.order())
            .ok_or_else(|| format!("`asOf` {} cannot be read as a date", quoted(&given.shown())))?;
        match &self.as_of {
            None => Ok(key(&read)),
            Some((wanted, text)) => {
                let meets = wanted.kind == read.kind
                    && wanted.reach.spans.iter().any(|w| read.reach.spans.iter().any(|r| r.low < w.high && w.low < r.high));
                if meets { Ok(String::new()) } else { Err(format!("is as of {}, the field wants {text}", given.shown())) }
            }
        }
    }

    fn entity(&self, text: &str) -> Result<Name, String> {
        let name = self.hierarchy.name(text);
        if name.key.is_empty() { Err(format!("{} holds no name", quoted(text))) } else { Ok(name) }
    }

    fn one_of(&self, value: &FactValue) -> Result<Name, String> {
        let shown = value.shown();
        let key = plain(&shown).key;
        // A field of true and false is answered with yes and no.
        let key = match (key.as_str(), self.values.iter().any(|(known, _)| known == "true")) {
            ("yes", true) => "true".to_owned(),
            ("no", true) => "false".to_owned(),
            _ => key,
        };
        if self.values.iter().any(|(known, _)| *known == key) {
            let mut name = self.hierarchy.name(&key);
            name.key = key;
            return Ok(name);
        }
        let known: Vec<&str> = self.values.iter().map(|(_, value)| value.as_str()).collect();
        let near = nearest(&shown, &known).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
        Err(format!("{} is none of {}{near}", quoted(&shown), known.join(", ")))
    }

    fn date(&self, value: &FactValue) -> Result<(String, Form), String> {
        let read =
            moment_in(value, self.order()).ok_or_else(|| format!("{} cannot be read as a date", quoted(&value.shown())))?;
        Ok((read.kind.to_owned(), Form::Reach(read.reach)))
    }

    fn number(&self, fact: &Fact, counted: &mut Option<String>) -> Result<(String, Form), String> {
        if let Some(currency) = &fact.currency {
            return Err(format!("`currency` {} means nothing for a number; is the field of type money?", quoted(currency)));
        }
        if let FactValue::Text(text) = &fact.value
            && money::leading(text.trim_start_matches(['+', '-', ' ']), None).is_some()
        {
            return Err(format!("{} is money; is the field of type money?", quoted(text)));
        }
        let given = fact.unit.as_deref().unwrap_or_default();
        // What is a unit is none.
        let (times, own) = if given.is_empty() || unit(given).is_some() { (1.0, given) } else { scaled_unit(given, false) };
        let dimension = match (&self.unit, unit(own)) {
            (_, Some(own)) => Some(own.dimension),
            (Wanted::Known(wanted), None) => Some(wanted.dimension),
            _ => None,
        };
        let quantity = self.quantity(&fact.value, Hint { dimension, ..Hint::default() })?;
        let reach = quantity.reach.scaled(times, 0.0);
        let written = quantity.unit.as_str();
        if !own.is_empty()
            && !written.is_empty()
            && label(own) != label(written)
            && unit(written).is_some()
            && unit(written) != unit(own)
        {
            return Err(format!("`value` is in {} and `unit` says {}", quoted(written), quoted(own)));
        }
        let named = if own.is_empty() { written } else { own };
        match (&self.unit, unit(named)) {
            (Wanted::Known(wanted), Some(found)) if wanted.dimension == found.dimension => {
                let factor = found.factor / wanted.factor;
                Ok((String::new(), Form::Reach(reach.scaled(factor, (found.offset - wanted.offset) / wanted.factor))))
            }
            (Wanted::Known(_), None) if named.is_empty() => Ok((String::new(), Form::Reach(reach))),
            (Wanted::Known(_), _) => Err(format!("{} cannot be turned into the field's unit", quoted(named))),
            (Wanted::Label(wanted), None) if named.is_empty() || shares(wanted, named) => Ok((String::new(), Form::Reach(reach))),
            (Wanted::Label(wanted), _) => Err(format!("{} is not the field's unit, {}", quoted(named), quoted(wanted))),
            (Wanted::Any, Some(found)) => {
                let kind =
                    if found.dimension == Dimension::Ratio { "ratio".to_owned() } else { format!("{:?}", found.dimension) };
                Ok((kind, Form::Reach(reach.scaled(found.factor, found.offset))))
            }
            (Wanted::Any, None) => {
                // A word says what is counted: "1.2 million users". A letter or two as `unit` may be anything.
                let named = label(if own.is_empty() { written } else { own });
                if own.is_empty() || named.len() > 2 {
                    *counted = Some(named);
                    return Ok((String::new(), Form::Reach(reach)));
                }
                Ok((named, Form::Reach(reach)))
            }
        }
    }

    fn money(&self, fact: &Fact, of: &mut Option<String>) -> Result<(String, Form), String> {
        let (times, own) = scaled_unit(fact.unit.as_deref().unwrap_or_default(), true);
        let (own_code, own) = match money::leading(own, self.currency.as_deref()) {
            Some((code, rest)) => (Some(code), rest.trim()),
            None => (None, own),
        };
        let (more, own) = scaled_unit(own, true);
        let given = match &fact.currency {
            None => own_code,
            Some(text) => Some(money::named(text).ok_or_else(|| format!("`currency` {} is no currency", quoted(text)))?),
        };
        let hint = Hint { money: true, currency: given.as_deref().or(self.currency.as_deref()), ..Hint::default() };
        let quantity = self.quantity(&fact.value, hint)?;
        let reach = quantity.reach.scaled(times * more, 0.0);
        if let (Some(written), Some(given)) = (&quantity.currency, &given)
            && written != given
        {
            return Err(format!("`value` is in {written} and `currency` says {given}"));
        }
        let code = quantity.currency.or(given).or_else(|| self.currency.clone()).unwrap_or_default();
        let per = label(&format!("{} {own}", quantity.unit));
        let (code, reach) = match self.rates.rate(&code) {
            Some(rate) => {
                let base = self.currency.as_deref().and_then(|code| self.rates.rate(code));
                let of = base.map_or("", |_| self.currency.as_deref().unwrap_or_default());
                (format!("={of}"), reach.scaled(rate / base.unwrap_or(1.0), 0.0))
            }
            None => (code, reach),
        };
        // What is free is so in any currency.
        let free = fact.currency.is_none() && matches!(&fact.value, FactValue::Text(text) if is_free(text));
        let unit = format!("{code} {per}").trim().to_owned();
        *of = Some(if free { String::new() } else { format!("of {unit}").replace(' ', "_") });
        Ok((unit, Form::Reach(reach)))
    }

    fn quantity(&self, value: &FactValue, hint: Hint<'_>) -> Result<Quantity, String> {
        match value {
            FactValue::Text(text) => Quantity::read(text, Hint { mark: self.rates.decimal_mark, ..hint }),
            // Figures of JSON are nobody's locale.
            FactValue::Number(_, text) => Quantity::read(text, Hint { mark: Some(DecimalMark::Point), ..hint }),
            FactValue::Flag(_) | FactValue::List(_) => Err(format!("{} cannot be read as a number", quoted(&value.shown()))),
        }
    }
}

fn moment_in(value: &FactValue, order: Option<DateOrder>) -> Option<Moment> {
    match value {
        FactValue::Text(text) => moment(text, order),
        FactValue::Number(number, _) => moment_of_number(*number),
        FactValue::Flag(_) | FactValue::List(_) => None,
    }
}

fn list(value: &FactValue) -> Result<Items, String> {
    let items = match value {
        FactValue::List(items) => Items::of(items.iter().map(String::as_str), false),
        other => Items::read(&other.shown()),
    };
    match items.items.len() {
        0 => Err("`value` holds no items".to_owned()),
        1..=MAX_ITEMS => Ok(items),
        more => Err(format!("`value` must hold at most {MAX_ITEMS} items, got {more}")),
    }
}

fn plain(text: &str) -> Name {
    let key = words(text).join(" ");
    // A text of signs alone is what it is.
    Name { key: if key.is_empty() { folded(text) } else { key }, general: Vec::new() }
}

/// A moment as a key: the same for the same span of time.
fn key(moment: &Moment) -> String {
    let mut key = moment.kind.to_owned();
    for span in &moment.reach.spans {
        key.push_str(&format!("{:x}-{:x}", span.low.to_bits(), span.high.to_bits()));
    }
    key
}

/// A unit that is no known one, as it is compared: folded, singular, the words in order.
fn label(text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let text = folded(text).replace('/', " per ").replace('²', "2").replace('³', "3").replace('^', "");
    let one = |word: &str| match word {
        "hr" | "hrs" | "h" | "hourly" => "hour".to_owned(),
        "daily" => "day".to_owned(),
        "times" | "fold" => "x".to_owned(),
        "staff" | "worker" | "workers" | "headcount" | "personnel" => "employee".to_owned(),
        "person" | "persons" | "inhabitants" | "residents" => "people".to_owned(),
        "wk" | "weekly" => "week".to_owned(),
        "mo" | "mos" | "mth" | "mths" | "monthly" | "monat" => "month".to_owned(),
        "yr" | "yrs" | "annum" | "annual" | "annually" | "yearly" | "jahr" => "year".to_owned(),
        "a" | "an" | "each" | "pro" => "per".to_owned(),
        word => word.strip_suffix('s').unwrap_or(word).to_owned(),
    };
    let mut words: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(one).collect();
    words.retain(|word| word != "per");
    sorted(words).join(" ")
}

/// Whether a unit in words names the wanted one: "active users" names "user".
fn shares(wanted: &str, written: &str) -> bool {
    within(wanted, &label(written))
}
