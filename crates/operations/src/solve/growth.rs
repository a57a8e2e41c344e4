//! Extrapolates a sequence of layers from the first ones.
//!
//! Layers grow at a rate that falls during the game, until they shrink and end. The rate is taken over two plies, since
//! growth alternates if the roles differ, and its decline is fitted to the last layers, so that a single outlier has
//! little effect. Two courses are computed: one on which the rate continues to fall as before, and one on which it
//! falls twice as fast, because growth slows down more and more in games whose states repeat.

/// The number of rates to which the decline is fitted.
const FITTED: usize = 8;

/// The minimum number of rates for a prediction.
const FEWEST: usize = 3;

/// The maximum number of predicted layers.
const MOST_LAYERS: usize = 10_000;

/// Sizes of layers: known ones, followed by predicted ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// All layers.
    pub layers: Vec<f64>,
    /// The number of known layers.
    pub known: usize,
}

impl Course {
    /// The course on which the rate of growth falls `times` as fast as before, up to a sum of `most`; `None` if too
    /// little is known.
    fn new(known: &[f64], times: f64, most: f64) -> Option<Course> {
        let logs: Vec<f64> = known.iter().map(|states| states.max(1.0).ln()).collect();
        let rates: Vec<f64> = logs.windows(3).map(|three| (three[2] - three[0]) / 2.0).collect();
        let (last, fall) = fitted(&rates[rates.len().saturating_sub(FITTED)..])?;
        // Growth that accelerates for a while is continued at a constant rate.
        let fall = fall.min(0.0) * times;
        let mut layers = known.to_vec();
        let (mut layer, mut total) = (*known.last()?, known.iter().sum::<f64>());
        // The last rate is that of the layer before the last one.
        let mut rate = last + fall / 2.0;
        while layers.len() < MOST_LAYERS && total < most {
            rate += fall;
            layer *= rate.exp();
            if layer < 1.0 {
                break;
            }
            total += layer;
            layers.push(layer);
        }
        Some(Course { layers, known: known.len() })
    }

    /// The course on which growth slows down as before.
    pub fn long(known: &[f64], most: f64) -> Option<Course> {
        Course::new(known, 1.0, most)
    }

    /// The course on which growth slows down twice as fast.
    pub fn short(known: &[f64], most: f64) -> Option<Course> {
        Course::new(known, 2.0, most)
    }

    /// The sum of all layers.
    pub fn total(&self) -> f64 {
        self.layers.iter().sum()
    }

    /// The largest layer.
    pub fn largest(&self) -> f64 {
        self.layers.iter().copied().fold(0.0, f64::max)
    }

    /// The predicted layers.
    pub fn guessed(&self) -> &[f64] {
        &self.layers[self.known..]
    }
}

/// The expected total number of states from the layers known so far: the mean of the two courses; `None` if too little
/// is known.
pub fn expected_states(known: &[f64]) -> Option<f64> {
    let [short, long] = [Course::short(known, f64::MAX)?, Course::long(known, f64::MAX)?];
    Some((short.total() * long.total()).sqrt())
}

/// A least-squares line through some values: its last value, and its slope.
fn fitted(values: &[f64]) -> Option<(f64, f64)> {
    let slope = slope((0..values.len()).map(|place| place as f64).zip(values.iter().copied()))?;
    if values.len() < FEWEST {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    Some((mean + slope * (values.len() - 1) as f64 / 2.0, slope))
}

/// The least-squares slope of a second quantity over a first one; `None` if the first is constant.
pub fn slope(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let count = points.clone().count() as f64;
    let (x, y) = points.clone().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / count, b + y / count));
    let (spread, together) = points.fold((0.0, 0.0), |(spread, together), point| {
        (spread + (point.0 - x).powi(2), together + (point.0 - x) * (point.1 - y))
    });
    (spread > 0.0).then(|| together / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first layers of Connect Four 5x5, of 69,763,700 states.
    const LINES: [f64; 14] = [
        1.0,
        5.0,
        25.0,
        95.0,
        345.0,
        1_075.0,
        3_350.0,
        9_355.0,
        25_060.0,
        60_842.0,
        139_632.0,
        299_764.0,
        596_136.0,
        1_128_408.0,
    ];

    /// The first layers of Breakthrough 4x5, of 370,593,513 states.
    const RACES: [f64; 9] = [1.0, 10.0, 90.0, 534.0, 3_122.0, 15_518.0, 66_104.0, 240_972.0, 735_516.0];

    #[test]
    fn the_two_courses_enclose_the_truth() {
        for (known, states) in [(&LINES[..], 69_763_700.0), (&RACES[..], 370_593_513.0)] {
            let [short, long] = [Course::short(known, 1e18), Course::long(known, 1e18)].map(Option::unwrap);
            assert!(short.total() < states && long.total() > states / 10.0, "{} {}", short.total(), long.total());
            let middle = (short.total() * long.total()).sqrt();
            assert!((states / 40.0..states * 10.0).contains(&middle), "{middle}");
        }
    }

    #[test]
    fn unlimited_growth_is_bounded_by_the_possible_states() {
        let course = Course::long(&[1.0, 2.0, 4.0, 8.0, 16.0, 32.0], 1e6).unwrap();
        assert!((1e6..2e6).contains(&course.total()), "{}", course.total());
    }

    #[test]
    fn few_layers_give_no_prediction() {
        assert_eq!(Course::long(&[1.0, 5.0, 25.0], 1e6), None);
    }

    /// The first layers of Kalah with five houses and two seeds, with 18,449,674 states: growth stops soon after.
    #[test]
    fn the_short_course_is_closer_if_growth_stops() {
        let known = [
            1.0,
            5.0,
            24.0,
            91.0,
            318.0,
            1_055.0,
            3_285.0,
            9_905.0,
            29_152.0,
            82_526.0,
            225_998.0,
            584_303.0,
            1_369_976.0,
        ];
        let [short, long] = [Course::short(&known, 1e18), Course::long(&known, 1e18)].map(Option::unwrap);
        assert!(short.total() < 50.0 * 18_449_674.0 && long.total() > 1e10, "{} {}", short.total(), long.total());
    }
}
