//! Values by name, in the order in which they came: a handful at most, so a list serves and its order is the same in every run.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Gather, is_same_text};

/// A small map by name that keeps its order.
#[derive(Clone, Debug, PartialEq)]
pub struct SmallMap<V>(Vec<(String, V)>);

impl<V> Default for SmallMap<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> SmallMap<V> {
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.iter().find(|(n, _)| is_same_text(n, name)).map(|(_, v)| v)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v))
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, v)| v)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Changes the value of this name, which begins as the default, and gives what the change gives.
    pub fn update_or_insert_default<R: Default>(&mut self, name: &str, change: impl FnOnce(&mut V) -> R) -> R
    where
        V: Default,
    {
        self.get_or_insert_default(name).map(change).unwrap_or_default()
    }

    #[inline(never)]
    fn get_or_insert_default(&mut self, name: &str) -> Option<&mut V>
    where
        V: Default,
    {
        let at = self.0.iter().position(|(n, _)| is_same_text(n, name)).unwrap_or_else(|| {
            self.0.push((name.to_owned(), V::default()));
            self.0.len() - 1
        });
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Takes this name out.
    pub fn remove_name(&mut self, name: &str) {
        self.0.retain(|(n, _)| n != name);
    }
}

impl<V> FromIterator<(String, V)> for SmallMap<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(entries: I) -> Self {
        Self(entries.into_iter().gather())
    }
}

impl<V: Serialize> Serialize for SmallMap<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A JSON object of these entries. Unlike `json!` it needs no serializer, which the wasm would carry for it alone.
pub fn json_object<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// A number as JavaScript writes it: `7`, `8.5`, `1e+21`, `NaN`.
pub fn format_js_number(number: f64) -> String {
    let is_small = number.fract() == 0.0 && (0.0..1e9).contains(&number);
    if is_small { (number as u32).to_string() } else { float_text(number) }
}

// Code that writes floats takes kilobytes of wasm, and the host has it.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    fn float_text(number: f64) -> String;
}

#[cfg(not(target_arch = "wasm32"))]
fn float_text(number: f64) -> String {
    ryu_js::Buffer::new().format(number).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        let cases = [
            (7.0, "7"),
            (8.5, "8.5"),
            (-1.0, "-1"),
            (0.0, "0"),
            (-0.0, "0"),
            (1_200.0, "1200"),
            (-0.05, "-0.05"),
            (4_294_967_295.0, "4294967295"),
            (26_147_842_367_923_704.0, "26147842367923704"),
            (-73_667_217_220.969_96, "-73667217220.96996"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (-1.5e300, "-1.5e+300"),
            (1e-6, "0.000001"),
            (1.25e-7, "1.25e-7"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
        ];
        for (number, text) in cases {
            assert_eq!(format_js_number(number), text);
        }
        assert_eq!((format_js_number(f64::NAN), format_js_number(f64::INFINITY)), ("NaN".to_owned(), "Infinity".to_owned()));
    }
}
