//! The report as a self-contained page, with charts as SVG.
//!
//! States and nodes per layer are bars on a logarithmic scale, outcomes per layer are shares. In two-player games blue
//! is for the first role and orange for the second, darker for a larger lead, and grey is even; otherwise colours are
//! those of Okabe and Ito. Both can be distinguished by colour-blind readers. Every bar shows its numbers on hover, and
//! a table below has them all.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use layer::Probe;
use number::{PLY, count, grouped};
use play::review::html::escaped;
use solution::directory::REPORT;
use solution::manifest::{Layer, Layout, Manifest};

use super::design::DesignReport;
use super::design_page::section;
use super::{Figures, slashed};
use crate::error::Error;

/// Okabe and Ito, the most distinct first; further items are grey.
const COLOURS: [&str; 7] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"];
pub const GREY: &str = "#9a9a9a";
/// The first role and the second.
pub const BLUE: &str = COLOURS[0];
pub const ORANGE: &str = COLOURS[1];

/// From the largest lead to the smallest.
type Ramp = [[u8; 3]; 2];
const BLUES: Ramp = [[8, 48, 107], [120, 184, 224]];
const ORANGES: Ramp = [[140, 64, 8], [250, 190, 110]];

/// The size of a chart, and the space for its axes.
pub const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 26.0;

/// Writes the page into the database and returns its path.
pub fn write(figures: &Figures, design: &DesignReport, manifest: &Manifest, database: &Path) -> Result<String, Error> {
    let path = database.join(REPORT);
    let text = whole(figures, design, manifest, database)?;
    fs::write(&path, text).map_err(|error| Error::input(format!("could not write {}: {error}", path.display())))?;
    Ok(path.display().to_string())
}

/// The page.
pub fn whole(figures: &Figures, design: &DesignReport, manifest: &Manifest, database: &Path) -> Result<String, Error> {
    Ok(page(figures, design, &manifest.layers, &nodes(manifest, database)?))
}

/// The nodes of each layer's diagram; `None` if it is packed.
fn nodes(manifest: &Manifest, database: &Path) -> Result<Vec<Option<u64>>, Error> {
    let of_layer = |layer: &Layer| {
        let Some(file) = layer.value_file.as_ref().filter(|file| file.layout == Layout::Diagram) else {
            return Ok(None);
        };
        let map = solution::mapped::MappedFile::open(database, file)?;
        let damaged = |error: layer::FileError| solution::Error::damaged(&database.join(&file.name), error.to_string());
        Ok(Some(Probe::open(map).map_err(damaged)?.node_count()))
    };
    manifest.layers.iter().map(of_layer).collect()
}

fn page(figures: &Figures, design: &DesignReport, layers: &[Layer], nodes: &[Option<u64>]) -> String {
    let title = escaped(&figures.rules);
    let states: Vec<f64> = layers.iter().map(|layer| layer.states as f64).collect();
    let step = figures.step();
    let mut drawn = figure(&format!("States per {step}"), &bars(&states, step, "states"));
    if nodes.iter().any(Option::is_some) {
        let nodes: Vec<f64> = nodes.iter().map(|nodes| nodes.unwrap_or(0) as f64).collect();
        drawn += &figure(&format!("Nodes per {step}"), &bars(&nodes, step, "nodes"));
    }
    let shares = Shares::new(figures, layers);
    drawn += &figure(&format!("Outcomes per {step}"), &format!("{}{}", shares.legend(), shares.figure()));
    let body = format!(
        "<h1>{title}</h1>\n<p class=\"class\">{}</p>\n{}{}{}{drawn}{}",
        escaped(&figures.class),
        section(design),
        line(figures),
        figure("The solution", &summary(figures)),
        layer_table(step, layers, nodes),
    );
    document(&title, &body)
}

/// A self-contained page with this content.
pub fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
}

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #5c5c5c; --rule: #d6d6d6; --ground: #ffffff; --bar: #0072b2 }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --soft: #a8a8a8; --rule: #444444; --ground: #161616; --bar: #56b4e9 } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 900px; margin: 0 auto; padding: 24px 20px 64px }
h1 { font-size: 28px; line-height: 1.2; margin: 0 } h2 { font-size: 18px; margin: 32px 0 8px }
.class { color: var(--soft); margin: 4px 0 20px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; margin: 0 } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
.value { font-size: 22px; font-weight: 600 }
ol.line { display: flex; flex-wrap: wrap; gap: 4px 14px; list-style-position: inside; padding: 0; margin: 0; font-family: ui-monospace, monospace; font-size: 14px }
svg { width: 100%; height: auto; display: block } svg text { fill: var(--soft); font: 12px system-ui, sans-serif } svg line { stroke: var(--rule) }
.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 0 0 6px; padding: 0; list-style: none; font-size: 14px }
.legend i { display: inline-block; width: 12px; height: 12px; margin-right: 6px }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums }
svg text.in { font-weight: 600 } .side td:first-child { text-align: left; font-weight: 600 }
.said { padding-left: 20px; margin: 0 0 8px } .said li { margin: 4px 0 } .said li:first-child { font-size: 19px; font-weight: 600 }
details { margin: 8px 0; border-bottom: 1px solid var(--rule) } summary { cursor: pointer; padding: 6px 0; font-weight: 600 }
th, td { text-align: right; padding: 3px 12px 3px 0; white-space: nowrap; border-bottom: 1px solid var(--rule) } th { color: var(--soft); font-weight: 400 } th.text, td.text { text-align: left; white-space: normal }
";

/// A chart with its title.
pub fn figure(title: &str, content: &str) -> String {
    format!("<h2>{title}</h2>\n{content}\n")
}

fn summary(figures: &Figures) -> String {
    let value: Vec<String> =
        figures.roles.iter().zip(&figures.value).map(|(role, value)| format!("{} {value}", escaped(role))).collect();
    let mut rows = format!("<dt>value</dt><dd class=\"value\">{}</dd>", value.join(" &nbsp; "));
    let mut row = |name: &str, text: String| {
        let _ = write!(rows, "<dt>{name}</dt><dd>{}</dd>", escaped(&text));
    };
    let repeated = if figures.counted_per_layer { "; a state counts once in every layer that contains it" } else { "" };
    row(
        "states",
        format!("{}, {} of them terminal{repeated}", grouped(figures.states), grouped(figures.terminal_states)),
    );
    if let Some(distance) = figures.distance {
        row("distance", format!("{} to the end under best play", count(distance, PLY)));
    }
    if let Some(longest) = &figures.longest {
        row("longest", format!("{}, ending with {}", count(longest.distance, PLY), slashed(&longest.rewards)));
    }
    if let Some((infinite, states)) = figures.infinite_play() {
        row("infinite", format!("worth {}; best play never ends in {}", slashed(infinite), count(states, "state")));
    }
    row("algorithm", format!("{}: {}", figures.algorithm, figures.why));
    row("model", figures.model.to_string());
    if let Some(reduction) = &figures.reduction {
        row("reduced", format!("to win, draw and loss by {reduction}"));
    }
    row("took", figures.effort());
    format!("<dl>{rows}</dl>\n")
}

fn line(figures: &Figures) -> String {
    if figures.line_names.is_empty() {
        return String::new();
    }
    let plies: String = figures.line_names.iter().map(|ply| format!("<li>{}</li>", escaped(ply))).collect();
    format!("<h2>Best play</h2>\n<ol class=\"line\">{plies}</ol>\n")
}

/// The horizontal positions of layers.
struct Columns {
    width: f64,
}

impl Columns {
    fn new(count: usize) -> Columns {
        Columns { width: (WIDTH - LEFT) / count.max(1) as f64 }
    }

    fn left(&self, number: usize) -> f64 {
        LEFT + self.width * number as f64
    }

    /// The width of a bar, with a gap to the next if there is space.
    fn bar(&self) -> f64 {
        if self.width > 4.0 { self.width - 1.5 } else { self.width }
    }

    /// Layer numbers below the bars, few enough not to overlap.
    fn numbers(&self, count: usize) -> String {
        let every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
        let every = every.into_iter().find(|&every| self.width * every as f64 >= 26.0).unwrap_or(count.max(1));
        let number = |number: usize| {
            let x = self.left(number) + self.bar() / 2.0;
            format!("<text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{number}</text>", HEIGHT - 8.0)
        };
        (0..count).step_by(every).map(number).collect()
    }
}

/// An SVG with its coordinate system.
fn svg(content: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">{content}</svg>")
}

fn grid(y: f64, label: &str) -> String {
    let end = LEFT - 8.0;
    format!(
        "<line x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text x=\"{end}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
        y + 4.0
    )
}

/// Bars on a logarithmic scale from 1 to the next power of ten.
fn bars(values: &[f64], step: &str, noun: &str) -> String {
    let most = values.iter().copied().fold(1.0, f64::max);
    let decades = most.log10().ceil().max(1.0);
    let (top, base) = (12.0, HEIGHT - BOTTOM);
    let height = |value: f64| (base - top) * (value.max(1.0).log10() / decades).max(0.005);
    let stride = (decades / 6.0).ceil() as usize;
    let mut content = String::new();
    for decade in (0..=decades as usize).step_by(stride.max(1)) {
        let y = base - (base - top) * decade as f64 / decades;
        content += &grid(y, &short(10f64.powi(decade as i32)));
    }
    let columns = Columns::new(values.len());
    for (number, &value) in values.iter().enumerate() {
        let _ = write!(
            content,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"var(--bar)\"><title>{step} {number}: {} {noun}</title></rect>",
            columns.left(number),
            base - height(value),
            columns.bar(),
            height(value),
            grouped(value as u128)
        );
    }
    svg(&(content + &columns.numbers(values.len())))
}

/// Bars from 0 to the next round number.
pub fn plain_bars(values: &[f64], step: &str, noun: &str) -> String {
    let most = values.iter().copied().fold(0.0, f64::max).max(1e-9);
    let unit = 10f64.powf(most.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit).find(|&round| round >= most - 1e-9);
    let round = round.unwrap_or(most);
    let (top, base) = (12.0, HEIGHT - BOTTOM);
    let mut content: String = [0.0, 0.5, 1.0]
        .map(|share| grid(base - (base - top) * share, &format!("{}", (round * share * 100.0).round() / 100.0)))
        .concat();
    let columns = Columns::new(values.len());
    for (number, &value) in values.iter().enumerate() {
        let height = (base - top) * value / round;
        let _ = write!(
            content,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{height:.2}\" fill=\"var(--bar)\"><title>{step} {number}: {value:.1} {noun}</title></rect>",
            columns.left(number),
            base - height,
            columns.bar(),
        );
    }
    svg(&(content + &columns.numbers(values.len())))
}

/// 1, 10, 100, 1k … as on axes.
fn short(number: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units.into_iter().find(|(size, _)| number >= *size) {
        Some((size, unit)) => format!("{:.0}{unit}", number / size),
        None => format!("{number:.0}"),
    }
}

/// Outcomes per layer, each with a colour.
struct Shares<'a> {
    layers: &'a [Layer],
    /// The noun for layers.
    step: &'static str,
    /// Reward vectors with their colours, in stacking order.
    colours: Vec<(Vec<i32>, String)>,
}

impl Shares<'_> {
    fn new<'a>(figures: &Figures, layers: &'a [Layer]) -> Shares<'a> {
        let frequent: Vec<Vec<i32>> = figures.outcomes.iter().map(|outcome| outcome.rewards.clone()).collect();
        let mut colours = if figures.roles.len() == 2 { by_lead(frequent) } else { by_frequency(frequent) };
        colours.sort_by_key(|(rewards, _)| std::cmp::Reverse((lead(rewards), rewards.clone())));
        Shares { layers, step: figures.step(), colours }
    }

    fn legend(&self) -> String {
        let entry = |(rewards, colour): &(Vec<i32>, String)| {
            format!("<li><i style=\"background:{colour}\"></i>{}</li>", slashed(rewards))
        };
        format!("<ul class=\"legend\">{}</ul>", self.colours.iter().map(entry).collect::<String>())
    }

    fn figure(&self) -> String {
        let (top, base) = (12.0, HEIGHT - BOTTOM);
        let mut content: String =
            [0.0, 0.5, 1.0].map(|share| grid(base - (base - top) * share, &format!("{:.0}%", share * 100.0))).concat();
        let columns = Columns::new(self.layers.len());
        for (number, layer) in self.layers.iter().enumerate() {
            let counts = counts(layer);
            let mut y = top;
            for (rewards, colour) in &self.colours {
                let states = counts.get(rewards).copied().unwrap_or(0);
                let share = states as f64 / layer.states.max(1) as f64;
                let height = (base - top) * share;
                if states > 0 {
                    let _ = write!(
                        content,
                        "<rect x=\"{:.2}\" y=\"{y:.2}\" width=\"{:.2}\" height=\"{height:.2}\" fill=\"{colour}\"><title>{} {number}, {}: {} states, {:.1}%</title></rect>",
                        columns.left(number),
                        columns.bar(),
                        self.step,
                        slashed(rewards),
                        grouped(states),
                        share * 100.0
                    );
                }
                y += height;
            }
        }
        svg(&(content + &columns.numbers(self.layers.len())))
    }
}

/// The lead of the first role over the second.
fn lead(rewards: &[i32]) -> i64 {
    let reward = |role: usize| rewards.get(role).copied().map_or(0, i64::from);
    reward(0) - reward(1)
}

fn by_frequency(outcomes: Vec<Vec<i32>>) -> Vec<(Vec<i32>, String)> {
    let colours = COLOURS.into_iter().chain(std::iter::repeat(GREY)).map(str::to_owned);
    outcomes.into_iter().zip(colours).collect()
}

fn by_lead(outcomes: Vec<Vec<i32>>) -> Vec<(Vec<i32>, String)> {
    let mut colours = Vec::with_capacity(outcomes.len());
    let (even, mut ahead): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(|rewards| lead(rewards) == 0);
    colours.extend(even.into_iter().map(|rewards| (rewards, GREY.to_owned())));
    ahead.sort_by_key(|rewards| std::cmp::Reverse(lead(rewards).abs()));
    for (sign, ramp) in [(1, BLUES), (-1, ORANGES)] {
        let own: Vec<_> = ahead.iter().filter(|rewards| lead(rewards).signum() == sign).collect();
        let last = own.len().saturating_sub(1).max(1) as f64;
        colours.extend(
            own.into_iter().enumerate().map(|(place, rewards)| (rewards.clone(), shade(ramp, place as f64 / last))),
        );
    }
    colours
}

/// A colour between the first and the last of a ramp.
fn shade([first, last]: Ramp, at: f64) -> String {
    let part = |i: usize| f64::from(first[i]) + (f64::from(last[i]) - f64::from(first[i])) * at;
    format!("#{:02x}{:02x}{:02x}", part(0) as u8, part(1) as u8, part(2) as u8)
}

fn counts(layer: &Layer) -> BTreeMap<Vec<i32>, u128> {
    let mut counts = BTreeMap::new();
    for outcome in &layer.outcomes {
        *counts.entry(outcome.rewards.clone()).or_insert(0) += outcome.states;
    }
    counts
}

fn layer_table(step: &str, layers: &[Layer], nodes: &[Option<u64>]) -> String {
    let row = |(number, (layer, nodes)): (usize, (&Layer, &Option<u64>))| {
        let nodes = nodes.map_or(String::new(), grouped);
        let bytes = layer.value_file.as_ref().map_or(0, |file| file.bytes);
        let (states, terminal) = (grouped(layer.states), grouped(layer.terminal_states));
        let outcomes: Vec<String> = counts(layer)
            .into_iter()
            .rev()
            .filter(|(_, states)| *states > 0)
            .map(|(rewards, states)| format!("{}: {}", slashed(&rewards), grouped(states)))
            .collect();
        format!(
            "<tr><td>{number}</td><td>{states}</td><td>{terminal}</td><td>{nodes}</td><td>{}</td><td style=\"text-align:left\">{}</td></tr>",
            grouped(bytes),
            outcomes.join(", ")
        )
    };
    let rows: String = layers.iter().zip(nodes).enumerate().map(row).collect();
    format!(
        "<h2>All {step}s</h2>\n<div class=\"scroll\"><table><thead><tr><th>{step}</th><th>states</th><th>terminal</th><th>nodes</th><th>bytes</th><th style=\"text-align:left\">outcomes</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
}
