//! What goes out to the host, described once: its fields, their types and what they say.

/// The fields of a record as they are declared: JavaScript has their names from this.
pub struct Record {
    pub name: &'static str,
    /// Of each its name and its attributes.
    pub fields: &'static [[&'static str; 2]],
}

/// For tsify, `SharedText` and `Rope` become `string` and `OpaqueJson` becomes `Json`, unless an attribute gives another type. Types users pass in
/// (`from users`) may be `undefined` where optional: tsify emits that only for `default`.
macro_rules! records {
    (from users: $($(#$about:tt)* pub struct $name:ident { $($field:tt)* })*) => {
        $(records! { @ "crate::message::is_absent" [$(#$about)* pub struct $name] [] $($field)* })*
    };
    ($($(#$about:tt)* pub struct $name:ident { $($field:tt)* })*) => {
        $(records! { @ "Option::is_none" [$(#$about)* pub struct $name] [] $($field)* })*
    };
    (@ $none:tt [$($head:tt)*] [$($done:tt)*]) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::tsify::Tsify)]
        #[serde(rename_all = "camelCase")]
        $($head)* { $($done)* }
        records! { @fields [$($head)*] $($done)* }
    };
    (@fields [$(#$about:tt)* pub struct $name:ident] $($(#$more:tt)* pub $field:ident: $type:ty,)*) => {
        impl $name {
            #[doc(hidden)]
            pub const RECORD: $crate::message::Record = $crate::message::Record {
                name: stringify!($name),
                fields: &[$([stringify!($field), stringify!($($more)*)],)*],
            };
        }
    };
    (@ $none:tt $head:tt $done:tt $(#[doc = $doc:tt])* #[tsify $ts:tt] pub $name:ident: Option<$type:ty>, $($rest:tt)*) => {
        records! { @add $none $head $done [$(#[doc = $doc])* #[tsify $ts] #[serde(default, skip_serializing_if = $none)]
            pub $name: Option<$type>,] $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#[doc = $doc:tt])* #[tsify $ts:tt] pub $name:ident: $type:ty, $($rest:tt)*) => {
        records! { @add $none $head $done [$(#[doc = $doc])* #[tsify $ts] pub $name: $type,] $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: SharedText, $($rest:tt)*) => {
        records! { @ $none $head $done $(#$about)* #[tsify(type = "string")] pub $name: SharedText, $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<SharedText>, $($rest:tt)*) => {
        records! { @ $none $head $done $(#$about)* #[tsify(type = "string")] pub $name: Option<SharedText>, $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: Vec<SharedText>, $($rest:tt)*) => {
        records! { @ $none $head $done $(#$about)* #[tsify(type = "string[]")] pub $name: Vec<SharedText>, $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<Vec<SharedText>>, $($rest:tt)*) => {
        records! { @ $none $head $done $(#$about)* #[tsify(type = "string[]")] pub $name: Option<Vec<SharedText>>, $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: Rope, $($rest:tt)*) => {
        records! { @ $none $head $done $(#$about)* #[tsify(type = "string")] pub $name: Rope, $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: OpaqueJson, $($rest:tt)*) => {
        records! { @ $none $head $done $(#$about)* #[tsify(type = "Json")] pub $name: OpaqueJson, $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<OpaqueJson>, $($rest:tt)*) => {
        records! { @ $none $head $done $(#$about)* #[tsify(type = "Json")] pub $name: Option<OpaqueJson>, $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: Option<$type:ty>, $($rest:tt)*) => {
        records! { @add $none $head $done [$(#$about)* #[serde(default, skip_serializing_if = $none)] pub $name: Option<$type>,] $($rest)* }
    };
    (@ $none:tt $head:tt $done:tt $(#$about:tt)* pub $name:ident: $type:ty, $($rest:tt)*) => {
        records! { @add $none $head $done [$(#$about)* pub $name: $type,] $($rest)* }
    };
    (@add $none:tt $head:tt [$($done:tt)*] [$($field:tt)*] $($rest:tt)*) => {
        records! { @ $none $head [$($done)* $($field)*] $($rest)* }
    };
}
