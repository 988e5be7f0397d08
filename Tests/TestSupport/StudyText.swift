/// Small studies that tests run or change line by line.
public enum StudyText {
  /// A right study of a few lines: three scripted phones, one app with a refresh task, two policies.
  public static let minimal = """
    formatVersion: 1
    name: minimal
    seed: 7
    horizonDays: 4
    warmUpDays: 1
    replications: 2
    population:
      devices: 3
      archetypes: scripted
    apps:
      - id: org.example.mail
        usage: {at: ["08:00"], stay: 2 min}
        content: {process: poisson, perDay: 8}
        tasks:
          - {id: mail.refresh, kind: refresh, earliestBegin: 15 min}
    policies: [seven-factor, fixed-interval]

    """
}
