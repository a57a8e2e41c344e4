//! Where and when a measurement was made.

use std::fs;
use std::process::Command;
use std::thread;

/// The machine and the day, in a line.
pub fn describe() -> String {
    let field = |file: &str, key: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(key)).map(str::to_owned);
        line.and_then(|line| line.split_once(':').map(|(_, value)| value.trim().to_owned()))
    };
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned());
    let memory = field("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let day =
        Command::new("date").arg("+%Y-%m-%d").output().map(|out| String::from_utf8_lossy(&out.stdout).into_owned());
    format!(
        "{} cores, {processor}, {:.0} GB, {}",
        thread::available_parallelism().map_or(1, usize::from),
        memory.unwrap_or_default() * 1024.0 / 1e9,
        day.unwrap_or_default().trim(),
    )
}
