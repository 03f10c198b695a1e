//! Lists from iterators.

/// An iterator that becomes a list. Of one that does not know its length, `collect` is a quarter of a kilobyte of wasm each time; this is a third
/// of that.
pub trait Gather: Iterator + Sized {
    fn gather(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }

    /// Gathers up to the first error.
    fn gather_all<T, E>(self) -> Result<Vec<T>, E>
    where
        Self: Iterator<Item = Result<T, E>>,
    {
        let mut list = Vec::new();
        for item in self {
            list.push(item?);
        }
        Ok(list)
    }
}

impl<I: Iterator> Gather for I {}
