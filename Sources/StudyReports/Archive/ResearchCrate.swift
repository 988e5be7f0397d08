import Basics
import ResultsStore

/// The metadata of an archive as a research object: `ro-crate-metadata.json` by RO-Crate 1.3.
///
/// It names no author, because slumber does not know the author.
package struct ResearchCrate: Sendable {
  /// A file of an archive.
  package struct File: Sendable {
    package let path: String
    let bytes: Int
    /// The SHA-256 in hexadecimal digits.
    let digest: String
    /// Whether the author does not edit the file, so that the metadata can contain its size and its digest.
    let isFixed: Bool

    package init(path: String, bytes: [UInt8]) {
      (self.path, self.bytes, digest) = (path, bytes.count, SHA256.hexadecimal(bytes))
      isFixed = Self.folders.contains { path.hasPrefix($0) } || Self.fixed.contains(path)
    }

    private static let folders = ["study/", "tables/", "figures/", "bin/"]
    private static let fixed = ["results.sqlite", "report.html", "reproduce"]

    /// The path as a URI reference.
    fileprivate var id: String {
      path.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("#", with: "%23")
    }

    fileprivate var format: String {
      let formats = [
        "csv": "text/csv", "json": "application/json", "md": "text/markdown", "svg": "image/svg+xml",
        "html": "text/html", "sqlite": "application/vnd.sqlite3", "yaml": "application/yaml",
        "py": "text/x-python", "sh": "application/x-sh",
      ]
      let end = path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map(String.init)
      return end.flatMap { formats[$0] }
        ?? (path.hasPrefix("bin/") ? "application/octet-stream" : "text/plain")
    }

    fileprivate var summary: String {
      let known = [
        "results.sqlite": "The results file of slumber.", "report.html": "The report on the results.",
        "reproduce": "The script that runs the study again and compares the tables.",
        "README.md": "The description of the archive.", "LICENSE": "The license of the archive.",
        "STRESS.md": "The STRESS-DES statement.", "ODD.md": "The ODD protocol.",
        "AI-USE.md": "The statement on the use of AI tools.",
        "SHA256SUMS": "The SHA-256 of the files that the author does not edit.",
        "datapackage.json": "The Frictionless description of the tables.",
        "study/study.json": "The study that was run.",
      ]
      let folders = [
        "study/": "A file that the study names.", "tables/": "An expected table of results.",
        "figures/": "A figure of the comparison.", "bin/": "The program that reproduces the results.",
      ]
      return known[path] ?? folders.first { path.hasPrefix($0.key) }?.value ?? "A file of the archive."
    }
  }

  let documents: ArchiveDocuments
  let files: [File]

  package init(_ documents: ArchiveDocuments, _ files: [File]) {
    (self.documents, self.files) = (documents, files)
  }

  /// The lines of `SHA256SUMS`, as `sha256sum` writes them.
  package static func sums(_ files: [File]) -> String {
    files.filter(\.isFixed).map { "\($0.digest)  \($0.path)\n" }.joined()
  }

  package var json: JSONValue {
    Self.entity([
      "@context": "https://w3id.org/ro/crate/1.3/context",
      "@graph": .array([descriptor, root] + files.map(file) + [license, program, action] + identifiers),
    ])
  }

  /// An object without the members that are null.
  private static func entity(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.filter { $0.value != .null }.map { .init($0.key, $0.value) })
  }

  private func reference(_ id: String) -> JSONValue { Self.entity(["@id": .string(id)]) }

  private func references(_ ids: [String]) -> JSONValue {
    ids.count == 1 ? reference(ids[0]) : .array(ids.map(reference))
  }

  private var descriptor: JSONValue {
    Self.entity([
      "@id": "ro-crate-metadata.json", "@type": "CreativeWork", "name": "RO-Crate metadata of this archive",
      "about": reference("./"), "conformsTo": reference("https://w3id.org/ro/crate/1.3"),
    ])
  }

  private var root: JSONValue {
    let study = documents.study
    return Self.entity([
      "@id": "./", "@type": "Dataset", "name": .string("Archive of the simulation study \(study.name)"),
      "description": .string(
        "Study, results, expected tables and the script that reproduces them."
          + (study.question.isEmpty ? "" : " Question: \(study.question)")),
      "datePublished": .string(documents.origin.date), "license": reference(licenseID),
      "keywords": "discrete-event simulation, background execution, scheduling policies, energy",
      "hasPart": references(files.map(\.id)), "mentions": reference("#run"),
      "identifier": references(sources.map(\.id)),
    ])
  }

  private func file(_ file: File) -> JSONValue {
    Self.entity([
      "@id": .string(file.id), "@type": "File", "name": .string(file.path),
      "description": .string(file.summary), "encodingFormat": .string(file.format),
      "contentSize": file.isFixed ? .string(String(file.bytes)) : .null,
      "sha256": file.isFixed ? .string(file.digest) : .null,
    ])
  }

  private var licenseID: String {
    documents.study.licence == .open ? "#license" : documents.study.licence.path
  }

  private var license: JSONValue {
    let licence = documents.study.licence
    return Self.entity([
      "@id": .string(licenseID), "@type": "CreativeWork",
      "name": .string(licence == .open ? "The author has not chosen a license" : licence.name),
      "description": .string(
        licence == .open
          ? "The author has to choose a license. Many authors choose CC-BY-4.0 for data."
          : "The license of the archive, by its identifier in the SPDX list."),
    ])
  }

  private var program: JSONValue {
    let (study, origin) = (documents.study, documents.origin)
    // The type needs an address, and only the commit has one.
    let revision = origin.revision.map { "\($0)" }
    return Self.entity([
      "@id": "#slumber", "@type": revision == nil ? "CreativeWork" : "SoftwareApplication", "name": "slumber",
      "description": "Discrete-event simulator of background execution on iPhones.",
      "softwareVersion": .string(study.versions.first { $0.name == "slumber" }?.version ?? ""),
      "version": .string(documents.provenance.versions), "sha256": .string(origin.programDigest),
      "identifier": revision.json,
      "url": revision.map { .string("https://archive.softwareheritage.org/\($0)") } ?? .null,
    ])
  }

  /// The computation of the results.
  private var action: JSONValue {
    let outputs = files.filter { $0.path.hasPrefix("tables/") || $0.path == "results.sqlite" }
    return Self.entity([
      "@id": "#run", "@type": "CreateAction", "name": "Computation of the results",
      "description": .string(documents.provenance.command), "instrument": reference("#slumber"),
      "object": references(files.filter { $0.path.hasPrefix("study/") }.map(\.id)),
      "result": references(outputs.map(\.id)), "startTime": documents.provenance.started.json,
      "endTime": documents.provenance.ended.json,
    ])
  }

  /// The identifiers of the source of the study.
  private var sources: [(id: String, name: String, value: SWHID)] {
    [
      ("#swhid-of-study-folder", "SWHID of the folder study/", documents.directory),
      ("#swhid-of-study-file", "SWHID of study/study.json", documents.content),
    ]
  }

  private var identifiers: [JSONValue] {
    sources.map { source in
      Self.entity([
        "@id": .string(source.id), "@type": "PropertyValue", "name": .string(source.name),
        "propertyID": "https://www.swhid.org", "value": .string("\(source.value)"),
      ])
    }
  }
}
