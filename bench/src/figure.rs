//! Figures as SVG: bars for a comparison, lines for growth. Quantities are on a logarithmic scale.
//!
//! Colours are those of Okabe and Ito, which can be distinguished by colour-blind readers; labels are next to their
//! items.

use std::fmt::Write as _;

const COLOURS: [&str; 5] = ["#0072b2", "#56b4e9", "#e69f00", "#d55e00", "#009e73"];
const WIDTH: f64 = 760.0;

/// A bar of a comparison.
pub struct Bar {
    /// The group it belongs to.
    pub group: String,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// The growth of one quantity.
pub struct Panel {
    /// The quantity and its unit.
    pub title: &'static str,
    /// Its lines, the same in each panel of a figure.
    pub series: Vec<Series>,
}

/// A line in a panel.
pub struct Series {
    /// Its name.
    pub name: &'static str,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// Bars in groups, the names in the order of the legend.
pub fn bars(title: &str, names: &[&str], bars: &[Bar]) -> String {
    let most = bars.iter().map(|bar| bar.value).fold(1.0, f64::max);
    let least = bars.iter().map(|bar| bar.value).fold(most, f64::min).max(1e-3) / 2.0;
    let scale = |value: f64| (value.max(least) / least).ln() / (most / least).ln() * 480.0;
    let mut body = String::new();
    let mut y = 90.0;
    let mut group = "";
    for bar in bars {
        if bar.group != group {
            y += 10.0;
            group = &bar.group;
            text(&mut body, 150.0, y + 12.0, "end", group);
        }
        let colour = COLOURS[names.iter().position(|name| *name == bar.name).unwrap_or(0) % COLOURS.len()];
        let length = scale(bar.value);
        let _ = writeln!(body, r#"<rect x="160" y="{y:.0}" width="{length:.1}" height="14" fill="{colour}"/>"#);
        text(&mut body, 166.0 + length, y + 12.0, "start", &short(bar.value));
        y += 17.0;
    }
    for (place, name) in names.iter().enumerate() {
        let (x, y) = (160.0 + 280.0 * (place % 2) as f64, 32.0 + 18.0 * (place / 2) as f64);
        let _ = writeln!(
            body,
            r#"<rect x="{x:.0}" y="{y:.0}" width="12" height="12" fill="{}"/>"#,
            COLOURS[place % COLOURS.len()]
        );
        text(&mut body, x + 18.0, y + 11.0, "start", name);
    }
    page(title, y + 20.0, &body)
}

/// The size of the plot area in a panel, below its title.
const PLOT: (f64, f64) = (290.0, 180.0);

/// The size of a panel with all labels.
const PANEL: (f64, f64) = (WIDTH / 2.0, 250.0);

/// Panels, two in a row, each with its own logarithmic scale over the same x axis.
pub fn growth(title: &str, across: &str, panels: &[Panel]) -> String {
    let mut body = String::new();
    for (place, panel) in panels.iter().enumerate() {
        let (x, y) = (PANEL.0 * (place % 2) as f64 + 55.0, PANEL.1 * (place / 2) as f64 + 60.0);
        let _ = writeln!(body, r#"<g transform="translate({x:.0} {y:.0})">"#);
        lines(&mut body, across, panel);
        body.push_str("</g>\n");
    }
    page(title, PANEL.1 * panels.len().div_ceil(2) as f64 + 40.0, &body)
}

fn lines(body: &mut String, across: &str, panel: &Panel) {
    let all = || panel.series.iter().flat_map(|series| &series.points);
    let (left, right) = bounds(all().map(|point| point.0));
    let (bottom, top) = bounds(all().map(|point| point.1.max(LEAST).log10()));
    let (bottom, top) = (bottom.floor(), top.ceil());
    let x = |value: f64| (value - left) / (right - left).max(1.0) * PLOT.0;
    let y = |log: f64| PLOT.1 - (log - bottom) / (top - bottom).max(1.0) * PLOT.1;
    for decade in bottom as i32..=top as i32 {
        let at = y(f64::from(decade));
        let _ = writeln!(body, r##"<path d="M0 {at:.1}H{}" stroke="#ddd"/>"##, PLOT.0);
        text(body, -8.0, at + 4.0, "end", &power(decade));
    }
    let ticks = (left as i32..=right as i32).filter(|tick| tick % TICK == 0);
    for tick in ticks {
        let at = x(f64::from(tick));
        let _ = writeln!(body, r##"<path d="M{at:.1} {}v5" stroke="#222"/>"##, PLOT.1);
        text(body, at, PLOT.1 + 18.0, "middle", &tick.to_string());
    }
    text(body, PLOT.0 / 2.0, PLOT.1 + 36.0, "middle", across);
    text(body, 0.0, -12.0, "start", panel.title);
    for (place, series) in panel.series.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let drawn: Vec<(f64, f64)> =
            series.points.iter().map(|point| (x(point.0), y(point.1.max(LEAST).log10()))).collect();
        let Some(last) = drawn.last() else { continue };
        let path: Vec<String> = drawn.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(body, r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="2"/>"#, path.join("L"));
        for (x, y) in &drawn {
            let _ = writeln!(body, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{colour}"/>"#);
        }
        text(body, last.0 - 6.0, last.1 - 8.0, "end", series.name);
    }
}

/// Smaller values are drawn as this.
const LEAST: f64 = 1e-2;

/// The distance between two labels on the x axis.
const TICK: i32 = 4;

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
}

fn page(title: &str, height: f64, body: &str) -> String {
    let mut head = String::new();
    text(&mut head, 12.0, 18.0, "start", title);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
{head}{body}</svg>
"##
    )
}

fn text(to: &mut String, x: f64, y: f64, anchor: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(to, r##"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="#222">{words}</text>"##);
}

fn short(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

fn power(decade: i32) -> String {
    match decade {
        -2..=3 => format!("{}", 10_f64.powi(decade)),
        _ => format!("10^{decade}"),
    }
}
