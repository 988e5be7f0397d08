import Basics
import Testing

@Suite("A table of columns") struct TableTests {
  private struct Point: Record {
    var name: String
    var share: Double?
    var isLeft = true

    static let record: Table<Point> = [
      Column("name", \.name), .data("left", \.isLeft),
      Column("share", .right, key: "share_of_all", \.share) { $0.share.map { "\($0 * 100) %" } ?? "-" },
      .json("parts") { [$0.name, "rest"] }, .csv("parts") { [$0.name, "rest"] }, .page("note") { _ in "" },
    ]
  }

  private let points = [Point(name: "a,b", share: 0.5), Point(name: "c", share: nil, isLeft: false)]

  @Test("one list of columns gives a page, a file and JSON")
  func forms() {
    #expect(
      TextTable(points, Point.record, indentation: 1).text()
        == " name   share  note\n a,b   50.0 %\n c          -\n")
    #expect(
      String(decoding: TableFile(Point.record, points).csv, as: UTF8.self)
        == "name,left,share_of_all,parts\n\"a,b\",1,0.5,\"a,b; rest\"\nc,0,,c; rest\n")
    #expect(
      points.json.text(.oneLine)
        == "[{\"name\":\"a,b\",\"left\":true,\"share_of_all\":0.5,\"parts\":[\"a,b\",\"rest\"]},"
        + "{\"name\":\"c\",\"left\":false,\"share_of_all\":null,\"parts\":[\"c\",\"rest\"]}]")
  }

  @Test("the columns of a part are empty where a row lacks the part")
  func parts() {
    let table: Table<(place: Int, point: Point?)> =
      ["place": \.place] + Point.record.only("share_of_all", "name").of(\.point)
    let rows = [(place: 1, point: points[0]), (2, nil)]
    #expect(
      String(decoding: TableFile(table, rows).csv, as: UTF8.self)
        == "place,share_of_all,name\n1,0.5,\"a,b\"\n2,,\n")
    #expect(
      JSONValue.record(rows[1], table).text(.oneLine) == "{\"place\":2,\"share_of_all\":null,\"name\":null}")
  }
}
