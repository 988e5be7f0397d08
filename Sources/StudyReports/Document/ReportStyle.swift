package enum ReportStyle {
  package static let sheet = """
    :root { --page: #ffffff; --text: #1d2127; --soft: #5a626c; --line: #d9dde2; --panel: #f5f6f8; --link: #00598c;
      --note: #fff6e0; --note-line: #e0a030; }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 60rem; background: var(--page); color: var(--text);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
    h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.4rem; margin: 2.75rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
    h3 { font-size: 1.1rem; margin: 1.75rem 0 0.5rem; overflow-wrap: anywhere; }
    h4 { font-size: 0.95rem; margin: 1.4rem 0 0.4rem; overflow-wrap: anywhere; }
    p, ul, ol { margin: 0.6rem 0; overflow-wrap: anywhere; }
    .kind { color: var(--soft); margin: 0; font-size: 0.9rem; }
    .question { font-size: 1.15rem; }
    .size, footer { color: var(--soft); font-size: 0.9rem; }
    .incomplete { padding: 0.6rem 1rem; background: var(--note); border-left: 4px solid var(--note-line); }
    a { color: var(--link); }
    nav { background: var(--panel); padding: 0.6rem 1rem; margin: 1.25rem 0; }
    nav ol { margin: 0; padding-left: 1.5rem; columns: 16rem 3; }
    .scroll { overflow-x: auto; margin: 0.6rem 0; }
    .scroll:focus-visible { outline: 2px solid var(--link); }
    table { border-collapse: collapse; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.9rem 0.3rem 0; border-bottom: 1px solid var(--line); }
    thead th { color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--line); }
    tbody th { font-weight: 500; white-space: nowrap; }
    .number { text-align: right; white-space: nowrap; }
    code { font: 0.92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.7rem 0.9rem; background: var(--panel); font-size: 0.88rem; line-height: 1.45; }
    figure { margin: 1.25rem 0 1.75rem; }
    figure svg { display: block; max-width: 100%; height: auto; }
    figcaption { font-size: 0.9rem; color: var(--soft); margin-top: 0.4rem; }
    .table-name { white-space: nowrap; }
    @media screen and (prefers-color-scheme: dark) {
    :root { --page: #14161a; --text: #e4e7eb; --soft: #a3abb5; --line: #343a42; --panel: #1c1f24; --link: #7cc4ee;
      --note: #33290f; --note-line: #b98424; }
    \(PlotColor.darkRules)}
    @media screen and (max-width: 44rem) {
    body { padding: 1rem 0.9rem 3rem; }
    h1 { font-size: 1.6rem; }
    figure svg { min-width: 40rem; }
    nav ol { columns: 1; }
    }
    @media print {
    body { max-width: none; padding: 0; font-size: 10pt; }
    nav, .table-name { display: none; }
    h2, h3, h4 { break-after: avoid; }
    figure, tr { break-inside: avoid; }
    .scroll { overflow: visible; }
    table { font-size: 8pt; }
    }

    """
}
