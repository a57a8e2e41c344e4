//! Sums of products over the states of a layer.

/// An arithmetic to weigh states in.
pub trait Weight: Copy {
    /// Neutral in sums.
    const ZERO: Self;
    /// Neutral in products.
    const ONE: Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
}
