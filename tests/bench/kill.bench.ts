import { runKillRounds } from '../support/process/kill-rounds.ts'
import { limit, median, show, type BenchOptions, type Figure } from './figures.ts'

const ROUNDS = 20
const QUICK_ROUNDS = 3

/** Kills the server in the middle of uploads and writes, and looks for what it had acknowledged. */
export async function benchKills({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const report = await runKillRounds(quick ? QUICK_ROUNDS : ROUNDS, folder, say)
  for (const sentence of report.lost) say(sentence)
  return [
    limit('kill -9: acknowledged things lost', '', { ours: report.lost.length }, { atMost: 0 }),
    show('kill -9: rounds', '', { ours: report.rounds }),
    show('kill -9: folders acknowledged', '', { ours: report.folders }),
    show('kill -9: chunks acknowledged', '', { ours: report.chunks }),
    show('kill -9: ready again after', 'ms', { ours: median(report.restarts.slice(1)) }),
  ]
}
