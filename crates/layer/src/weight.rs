//! Sums of products over the states of a layer.

/// A semiring in which states are weighted.
pub trait Weight: Copy {
    /// The neutral element of sums.
    const ZERO: Self;
    /// The neutral element of products.
    const ONE: Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
}
