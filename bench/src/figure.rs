//! Figures as SVG: bars for a comparison, lines for a growth. Both axes of a growth are logarithmic, and so is the length of a bar.
//!
//! Colours are those of Okabe and Ito, which colour-blind eyes tell apart; names stand beside what they name.

use std::fmt::Write as _;

const COLOURS: [&str; 4] = ["#0072b2", "#56b4e9", "#e69f00", "#d55e00"];
const WIDTH: f64 = 760.0;

/// A bar of a comparison.
pub struct Bar {
    /// What it is compared within.
    pub group: String,
    /// What is compared.
    pub name: String,
    /// How much.
    pub value: f64,
}

/// A line of a growth.
pub struct Series {
    /// What grows.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// Bars in groups, the names in the order of the legend.
pub fn bars(title: &str, names: &[&str], bars: &[Bar]) -> String {
    let most = bars.iter().map(|bar| bar.value).fold(1.0, f64::max);
    let least = bars.iter().map(|bar| bar.value).fold(most, f64::min).max(1e-3) / 2.0;
    let scale = |value: f64| (value.max(least) / least).ln() / (most / least).ln() * 480.0;
    let mut body = String::new();
    let mut y = 70.0;
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

/// Lines over two logarithmic axes.
pub fn lines(title: &str, across: &str, up: &str, series: &[Series]) -> String {
    let all = || series.iter().flat_map(|series| &series.points);
    let decades = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        (low.max(1e-3).log10().floor(), high.max(1e-2).log10().ceil())
    };
    let (left, right) = decades(&mut all().map(|point| point.0));
    let (bottom, top) = decades(&mut all().map(|point| point.1));
    let x = |value: f64| 70.0 + (value.log10() - left) / (right - left).max(1.0) * 560.0;
    let y = |value: f64| 360.0 - (value.max(1e-3).log10() - bottom) / (top - bottom).max(1.0) * 310.0;
    let mut body = String::new();
    for decade in left as i32..=right as i32 {
        let at = x(10_f64.powi(decade));
        let _ = writeln!(body, r##"<path d="M{at:.1} 50V360" stroke="#ddd"/>"##);
        text(&mut body, at, 378.0, "middle", &power(decade));
    }
    for decade in bottom as i32..=top as i32 {
        let at = y(10_f64.powi(decade));
        let _ = writeln!(body, r##"<path d="M70 {at:.1}H630" stroke="#ddd"/>"##);
        text(&mut body, 62.0, at + 4.0, "end", &power(decade));
    }
    text(&mut body, 350.0, 400.0, "middle", across);
    text(&mut body, 12.0, 44.0, "start", up);
    for (place, series) in series.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let path: Vec<String> =
            series.points.iter().map(|point| format!("{:.1} {:.1}", x(point.0), y(point.1))).collect();
        let Some(last) = series.points.last() else { continue };
        let _ = writeln!(body, r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="2"/>"#, path.join("L"));
        for point in &series.points {
            let _ =
                writeln!(body, r#"<circle cx="{:.1}" cy="{:.1}" r="3.5" fill="{colour}"/>"#, x(point.0), y(point.1));
        }
        text(&mut body, x(last.0) + 8.0, y(last.1) + 4.0, "start", &series.name);
    }
    page(title, 415.0, &body)
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
