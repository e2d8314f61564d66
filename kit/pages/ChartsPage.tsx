import type { ChartData } from '../../src/app/ui/chart/chart-data.ts'
import { DataChart } from '../../src/app/ui/chart/DataChart.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function ChartsPage({ say, language }: PageProps) {
  const months = language === 'en' ? ['Sep', 'Oct', 'Nov', 'Dec', 'Jan'] : ['九月', '十月', '十一月', '十二月', '一月']
  const visits: ChartData = {
    labels: months,
    series: [
      { name: say('教师', 'Teachers'), values: [1820, 2140, 2010, 2380, 1260] },
      { name: say('家长', 'Parents'), values: [960, 1480, 1720, null, 1110] },
      { name: say('学生', 'Students'), values: [640, 700, 820, 910, 430] },
    ],
  }
  const absences: ChartData = {
    labels: [say('一年级', 'Grade 1'), say('二年级', 'Grade 2'), say('三年级', 'Grade 3'), say('四年级', 'Grade 4')],
    series: [
      { name: say('病假', 'Ill'), values: [12, 9, 14, 6] },
      { name: say('事假', 'Excused'), values: [5, 7, 4, 8] },
    ],
  }
  const storage: ChartData = {
    labels: [say('课件', 'Slides'), say('视频', 'Videos'), say('作业', 'Homework'), say('其他', 'Other')],
    series: [{ name: 'GB', values: [42, 118, 27, 13] }],
  }
  return (
    <>
      <Story title={say('折线图', 'Line')}>
        <DataChart kind="line" title={say('每月访问次数', 'Visits each month')} data={visits} />
      </Story>
      <Story title={say('柱状图', 'Bar')}>
        <DataChart kind="bar" title={say('本周缺勤人数', 'Absences this week')} data={absences} />
      </Story>
      <Story title={say('堆叠柱状图', 'Stacked bars')}>
        <DataChart kind="stacked" title={say('本周缺勤构成', 'Absences this week by kind')} data={absences} />
      </Story>
      <Story title={say('饼图', 'Pie')}>
        <DataChart kind="pie" title={say('存储空间占用', 'Storage in use')} data={storage} />
      </Story>
    </>
  )
}
