import LoopHunter
import LoopScenarios
import ViewTree

/// Runs a scenario with a hunter on one of its views, which catches call stacks only if told to.
package func hunt(
  in stage: Stage, on view: View? = nil, threshold: Int, reaction: LoopHunter.Reaction = .report,
  configuration: LoopHunter.Configuration = LoopHunter.Configuration(stackLimit: 0)
) throws -> (attachment: LoopHunter.Attachment, reports: [LoopReport]) {
  var reports: [LoopReport] = []
  let hunter = LoopHunter(loop: stage.loop, configuration: configuration)
  let attachment = try hunter.attach(
    to: view ?? stage.suspect, threshold: threshold, reaction: reaction
  ) { reports.append($0) }
  stage.run()
  return (attachment, reports)
}
