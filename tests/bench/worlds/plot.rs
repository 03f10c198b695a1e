//! The plot: quality gained against calls spent, a line for each policy, named where it ends.

use std::error::Error;
use std::fs;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (760, 460);
/// Room at the right for the names, px.
const NAMES: u32 = 150;
/// Distance of two names at least, px.
const APART: i32 = 17;
const INK: RGBColor = RGBColor(51, 51, 51);
const FAINT: RGBColor = RGBColor(225, 225, 225);
/// Told apart by the colour-blind too (Okabe and Ito 2008), and dark enough on white to be read as text.
const COLOURS: [RGBColor; 6] = [
    RGBColor(95, 95, 95),
    RGBColor(190, 95, 0),
    RGBColor(0, 114, 178),
    RGBColor(150, 60, 120),
    RGBColor(0, 128, 96),
    RGBColor(120, 90, 0),
];

pub struct Line {
    pub name: &'static str,
    pub points: Vec<Point>,
}

/// Means over the regimes.
#[derive(Clone, Copy)]
pub struct Point {
    pub calls: f64,
    /// Points.
    pub gained: f64,
}

/// Writes the plot as SVG.
pub fn draw(file: &str, lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let mut svg = String::new();
    paint(&mut svg, lines)?;
    // For those who do not see it.
    let title = "Quality gained against model calls spent, for each strategy";
    fs::write(file, svg.replacen('>', &format!(" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>"), 1))?;
    Ok(())
}

fn paint(svg: &mut String, lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let title = ("sans-serif", 17).into_font().style(FontStyle::Bold).color(&INK);
    root.draw_text("Quality gained against calls spent", &title, (16, 14))?;
    let small = ("sans-serif", 13).into_font().color(&INK);
    root.draw_text("Mean of the six seeded worlds; each dot is a cap of 2, 3 … 12 calls a run", &small, (16, 38))?;

    let all = || lines.iter().flat_map(|line| &line.points);
    let most_calls = all().map(|point| point.calls).fold(1.0, f64::max).ceil();
    let top = (all().map(|point| point.gained).fold(0.0, f64::max) * 5.0).ceil() / 5.0;
    let bottom = (all().map(|point| point.gained).fold(0.0, f64::min) * 5.0).floor() / 5.0;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(64)
        .margin_left(12)
        .margin_bottom(10)
        .margin_right(NAMES)
        .x_label_area_size(44)
        .y_label_area_size(54)
        .build_cartesian_2d(1.0..most_calls, bottom..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .label_style(small.clone())
        .axis_desc_style(small)
        .x_labels(most_calls as usize)
        .y_labels(8)
        .x_label_formatter(&|calls| format!("{calls:.0}"))
        .y_label_formatter(&|gained| format!("{gained:.1}"))
        .x_desc("model calls spent in a run (mean)")
        .y_desc("quality gained over the first draft (points of 10)")
        .draw()?;
    let mut names = Vec::new();
    for (line, colour) in lines.iter().zip(COLOURS) {
        let points: Vec<(f64, f64)> = line.points.iter().map(|point| (point.calls, point.gained)).collect();
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
        if let Some(end) = points.last() {
            names.push((chart.backend_coord(end), line.name, colour));
        }
    }
    for ((x, y), name, colour) in spread(names) {
        let style = ("sans-serif", 14).into_font().style(FontStyle::Bold).color(&colour).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw_text(name, &style, (x + 9, y))?;
    }
    root.present()?;
    Ok(())
}

type Name = ((i32, i32), &'static str, RGBColor);

/// Pushes names apart that would overlap, downwards from the highest.
fn spread(mut names: Vec<Name>) -> Vec<Name> {
    names.sort_by_key(|((_, y), ..)| *y);
    let mut free = i32::MIN;
    for ((_, y), ..) in &mut names {
        *y = (*y).max(free);
        free = *y + APART;
    }
    names
}
