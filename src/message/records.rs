//! What goes out to the host, described once: its fields, their types and what they say.

/// Declares structs that go out. The names of their fields are in camel case, and an `Option` that is `None` is left out. To TypeScript a
/// `Text` and a `Rope` are strings and `Carried` is `Json`, unless an attribute says another type.
macro_rules! records {
    ($($(#$about:tt)* pub struct $name:ident { $($field:tt)* })*) => {
        $(records! { @ [$(#$about)* pub struct $name] [] $($field)* })*
    };
    (@ [$($head:tt)*] [$($done:tt)*]) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::tsify::Tsify)]
        #[serde(rename_all = "camelCase")]
        $($head)* { $($done)* }
    };
    (@ $head:tt $done:tt $(#[doc = $doc:tt])* #[tsify $ts:tt] pub $name:ident: Option<$type:ty>, $($rest:tt)*) => {
        records! { @add $head $done [$(#[doc = $doc])* #[tsify $ts] #[serde(skip_serializing_if = "Option::is_none")]
            pub $name: Option<$type>,] $($rest)* }
    };
    (@ $head:tt $done:tt $(#[doc = $doc:tt])* #[tsify $ts:tt] pub $name:ident: $type:ty, $($rest:tt)*) => {
        records! { @add $head $done [$(#[doc = $doc])* #[tsify $ts] pub $name: $type,] $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Text, $($rest:tt)*) => {
        records! { @ $head $done $(#$about)* #[tsify(type = "string")] pub $name: Text, $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<Text>, $($rest:tt)*) => {
        records! { @ $head $done $(#$about)* #[tsify(type = "string")] pub $name: Option<Text>, $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Vec<Text>, $($rest:tt)*) => {
        records! { @ $head $done $(#$about)* #[tsify(type = "string[]")] pub $name: Vec<Text>, $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<Vec<Text>>, $($rest:tt)*) => {
        records! { @ $head $done $(#$about)* #[tsify(type = "string[]")] pub $name: Option<Vec<Text>>, $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Rope, $($rest:tt)*) => {
        records! { @ $head $done $(#$about)* #[tsify(type = "string")] pub $name: Rope, $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Carried, $($rest:tt)*) => {
        records! { @ $head $done $(#$about)* #[tsify(type = "Json")] pub $name: Carried, $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<Carried>, $($rest:tt)*) => {
        records! { @ $head $done $(#$about)* #[tsify(type = "Json")] pub $name: Option<Carried>, $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<$type:ty>, $($rest:tt)*) => {
        records! { @add $head $done [$(#$about)* #[serde(skip_serializing_if = "Option::is_none")] pub $name: Option<$type>,] $($rest)* }
    };
    (@ $head:tt $done:tt $(#$about:tt)* pub $name:ident: $type:ty, $($rest:tt)*) => {
        records! { @add $head $done [$(#$about)* pub $name: $type,] $($rest)* }
    };
    (@add $head:tt [$($done:tt)*] [$($field:tt)*] $($rest:tt)*) => {
        records! { @ $head [$($done)* $($field)*] $($rest)* }
    };
}
