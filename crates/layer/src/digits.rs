//! Wide variables as digits.
//!
//! A node of a diagram has an edge per value, so a variable with many values is split into several levels, one per
//! digit. The split is the same for all solutions, so that the [content](crate::ContentHash) of a layer does not depend
//! on the engine.

/// Variables with more values than this are split into digits.
pub const WIDEST: usize = 16;

/// Weights and sizes of the digits for a domain, most significant first; all of similar size.
pub fn split(domain: usize) -> Vec<(usize, usize)> {
    let mut count = 1;
    while domain > WIDEST.pow(count) {
        count += 1;
    }
    let base = (1..).find(|base: &usize| base.pow(count) >= domain).unwrap_or(domain);
    let mut digits = Vec::new();
    let mut weight = 1;
    for _ in 0..count {
        let left = domain.div_ceil(weight);
        digits.push((weight, base.min(left).max(1)));
        weight *= base;
    }
    digits.reverse();
    digits
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn every_value_has_distinct_digits() {
        for domain in 1..600 {
            let digits = split(domain);
            let code = |value: usize| digits.iter().map(|&(weight, size)| value / weight % size).collect::<Vec<_>>();
            let back =
                |code: &[usize]| code.iter().zip(&digits).map(|(&digit, &(weight, _))| digit * weight).sum::<usize>();
            assert!((0..domain).all(|value| back(&code(value)) == value), "domain {domain}: {digits:?}");
        }
    }

    #[test]
    fn narrow_domains_have_one_level() {
        assert_eq!(split(3), [(1, 3)]);
        assert_eq!(split(16), [(1, 16)]);
        assert_eq!(split(64), [(8, 8), (1, 8)]);
    }
}
