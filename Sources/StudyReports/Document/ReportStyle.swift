package enum ReportStyle {
  /// The style sheet of a report; its rules for dark pages take the colors of pictures in.
  package static var sheet: String {
    String(decoding: PackageResources.report_css, as: UTF8.self).replacing(
      "{dark}", with: PlotColor.darkRules)
  }
}
