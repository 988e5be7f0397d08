import TestSupport
import Testing

@testable import SlumberCommands

@Suite("Answers of Slurm") struct SlurmAnswersTests {
  @Test("the site's largest array is read from its configuration")
  func site() {
    let site = SlurmSite(
      configuration: "Configuration data\nMaxArraySize            = 4001\nMaxJobCount = 7\n")
    #expect(site.maxArraySize == 4001)
    holds(site.isKnown)
    for text in ["", "MaxArraySize = x", "MaxArraySize = 1", "MaxArraySizes = 5"] {
      let unknown = SlurmSite(configuration: text)
      #expect(unknown.maxArraySize == 1001)
      holds(!unknown.isKnown)
    }
  }

  @Test("only the jobs of the results file are counted, by state")
  func queue() {
    let queue = SlurmQueue(
      listing: "12|1|RUNNING\n12|2|PENDING\n12|3|PENDING\n13|N/A|PENDING\n99|1|RUNNING\nx\n")
    #expect(queue.jobs.count == 5)
    #expect(queue.jobs[3] == SlurmQueue.Job(submitted: 13, index: nil, state: "PENDING"))
    let jobs = SubmittedJobs(list: "12 shards 1-3 of 3\n13 merge\nnonsense\n")
    #expect(jobs.jobs.map(\.name) == ["shards 1-3 of 3", "merge"])
    let states = jobs.states(in: queue)
    #expect(states.map(\.state) == ["PENDING", "RUNNING"])
    #expect(states.map(\.tasks) == [3, 1])
  }

  @Test("a program's answer, its exit code and its errors")
  func tool() throws {
    let words = ["sh", "-c", "echo out; echo err >&2; exit 3"]
    #expect(try Tool(words).run(within: 30) == Tool.Answer(code: 3, text: "out\n"))
    #expect(try Tool(words, includesErrors: true).run(within: 30).text == "out\nerr\n")
    #expect(try Tool(["sh", "-c", "kill -9 $$"]).run(within: 30).code == 137)
    #expect(try Tool(["/no/such/program"]).run(within: 30).code == 127)
    holds(Tool.isInstalled("sh"))
    holds(!Tool.isInstalled("no-such-program"))
  }

  @Test("a program that does not answer is ended")
  func silence() {
    let error = #expect(throws: CommandFailure.self) { try Tool(["sleep", "60"]).run(within: 0.3) }
    #expect(error?.description == "`sleep` did not answer within 0.3 s")
  }
}
