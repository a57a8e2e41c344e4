//! The simplex method in floating point. It only proposes two strategies, which are then evaluated exactly.

/// Numbers below this count as zero; entries are about 1 in size.
const ZERO: f64 = 1e-12;

/// Proposes probabilities for the rows and the columns of a matrix, given row by row.
pub fn simplex(numbers: &[f64], rows: usize, columns: usize) -> (Vec<f64>, Vec<f64>) {
    let lowest = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scale = 1.0 / (highest - lowest).max(f64::MIN_POSITIVE);
    let width = columns + 1;
    // Scaled to 1..2, so the value is positive.
    let mut cells: Vec<f64> = Vec::with_capacity((rows + 1) * width);
    for row in numbers.chunks(columns) {
        cells.extend(row.iter().map(|number| (number - lowest) * scale + 1.0));
        cells.push(1.0);
    }
    cells.resize(cells.len() + columns, -1.0);
    cells.push(0.0);
    let mut basic: Vec<usize> = (columns..columns + rows).collect();
    let mut free: Vec<usize> = (0..columns).collect();
    // Rounding may cause cycling; the search then ends with a worse proposal.
    for _ in 0..50 * (rows + columns) {
        let objective = &cells[rows * width..rows * width + columns];
        let Some(column) = (0..columns).min_by(|&a, &b| objective[a].total_cmp(&objective[b])) else { break };
        if objective[column] >= -ZERO {
            break;
        }
        let ratio = |row: usize| cells[row * width + columns] / cells[row * width + column];
        let bounding = (0..rows).filter(|&row| cells[row * width + column] > ZERO);
        let Some(leaving) = bounding.min_by(|&a, &b| ratio(a).total_cmp(&ratio(b))) else { break };
        exchange(&mut cells, width, leaving, column);
        std::mem::swap(&mut basic[leaving], &mut free[column]);
    }
    let (mut row, mut column) = (vec![0.0; rows], vec![0.0; columns]);
    for (place, &variable) in basic.iter().enumerate().filter(|(_, variable)| **variable < columns) {
        column[variable] = cells[place * width + columns];
    }
    for (place, &variable) in free.iter().enumerate().filter(|(_, variable)| **variable >= columns) {
        row[variable - columns] = cells[rows * width + place];
    }
    (row, column)
}

fn exchange(cells: &mut [f64], width: usize, leaving: usize, column: usize) {
    let pivot = cells[leaving * width + column];
    let pivot_row: Vec<f64> = cells[leaving * width..(leaving + 1) * width].iter().map(|cell| cell / pivot).collect();
    for (number, row) in cells.chunks_exact_mut(width).enumerate() {
        if number == leaving {
            row.copy_from_slice(&pivot_row);
            row[column] = 1.0 / pivot;
            continue;
        }
        let factor = row[column];
        for (cell, other) in row.iter_mut().zip(&pivot_row) {
            *cell -= factor * other;
        }
        row[column] = -factor / pivot;
    }
}
