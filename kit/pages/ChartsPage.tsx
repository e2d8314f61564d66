import { DataChart } from '../../src/app/ui/chart/DataChart.tsx'
import { Story, useSay } from '../Story.tsx'

export function ChartsPage() {
  const say = useSay()
  const data = {
    labels: say('九月 十月 十一月 十二月 一月', 'Sep Oct Nov Dec Jan').split(' '),
    series: [
      { name: say('教师', 'Teachers'), values: [1820, 2140, 2010, 2380, 1260] },
      { name: say('家长', 'Parents'), values: [960, 1480, 1720, null, 1110] },
      { name: say('学生', 'Students'), values: [640, 700, 820, 910, 430] },
    ],
  }
  return (['line', 'bar', 'stacked', 'pie'] as const).map((kind) => (
    <Story key={kind} title={kind}>
      <DataChart kind={kind} title={say('每月访问次数', 'Visits each month')} data={data} />
    </Story>
  ))
}
