//! Means, spreads and correlation in O(1) space, which two processes can put together.
//!
//! Welford (1962) for one more number; Chan, Golub and LeVeque (1979) and Pébay (2008) for two parts of a whole. The sum is kept as it is,
//! so that the mean of whole numbers is exact and does not depend on the order in which parts were put together.

/// Numbers, without keeping them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    pub n: f64,
    pub sum: f64,
    /// Sum of the squared distances from the mean.
    pub squares: f64,
}

impl Moments {
    pub fn add(&mut self, number: f64) {
        let before = self.mean().unwrap_or(number);
        self.n += 1.0;
        self.sum += number;
        let after = self.sum / self.n;
        self.squares += (number - before) * (number - after);
    }

    pub fn merge(&mut self, other: &Self) {
        if let (Some(ours), Some(theirs)) = (self.mean(), other.mean()) {
            let apart = theirs - ours;
            self.squares += apart * apart * self.n * other.n / (self.n + other.n);
        }
        self.squares += other.squares;
        self.n += other.n;
        self.sum += other.sum;
    }

    pub fn mean(&self) -> Option<f64> {
        (self.n > 0.0).then(|| self.sum / self.n)
    }

    /// Standard error of the mean; there is none of a single number.
    pub fn standard_error(&self) -> Option<f64> {
        (self.n > 1.0).then(|| (self.squares.max(0.0) / (self.n - 1.0) / self.n).sqrt())
    }
}

/// Pairs of numbers, without keeping them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pairs {
    pub n: f64,
    pub mean_x: f64,
    pub mean_y: f64,
    pub squares_x: f64,
    pub squares_y: f64,
    /// Sum of the products of the distances from the means.
    pub products: f64,
}

impl Pairs {
    pub fn add(&mut self, x: f64, y: f64) {
        self.n += 1.0;
        let (from_x, from_y) = (x - self.mean_x, y - self.mean_y);
        self.mean_x += from_x / self.n;
        self.mean_y += from_y / self.n;
        self.squares_x += from_x * (x - self.mean_x);
        self.squares_y += from_y * (y - self.mean_y);
        self.products += from_x * (y - self.mean_y);
    }

    pub fn merge(&mut self, other: &Self) {
        if other.n == 0.0 {
            return;
        }
        let n = self.n + other.n;
        let (apart_x, apart_y) = (other.mean_x - self.mean_x, other.mean_y - self.mean_y);
        let weight = self.n * other.n / n;
        self.squares_x += other.squares_x + apart_x * apart_x * weight;
        self.squares_y += other.squares_y + apart_y * apart_y * weight;
        self.products += other.products + apart_x * apart_y * weight;
        self.mean_x += apart_x * other.n / n;
        self.mean_y += apart_y * other.n / n;
        self.n = n;
    }

    /// Pearson's coefficient; there is none while all x, or all y, are the same.
    pub fn correlation(&self) -> Option<f64> {
        let spread = (self.squares_x * self.squares_y).sqrt();
        (self.n > 1.0 && spread > 0.0).then(|| (self.products / spread).clamp(-1.0, 1.0))
    }
}
