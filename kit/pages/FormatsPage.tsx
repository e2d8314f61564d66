import { useState } from 'react'
import { abbreviateNumber } from '../../src/app/ui/format/abbreviate-number.ts'
import { formatBytes, formatDateTime, formatDuration, formatSpeed } from '../../src/app/ui/format/format.ts'
import { formatDay } from '../../src/app/ui/format/read-date.ts'
import { TextField } from '../../src/app/ui/fields/TextField.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const NUMBERS = [999, 1250, 99_950, 1_500_000, 2e9, 3.2e12, 4e15, 5e18]

export default function FormatsPage({ say, language }: PageProps) {
  const [typed, setTyped] = useState('20261121')
  const [moment] = useState(() => new Date().toISOString())
  const others = [
    [say('大小', 'Size'), formatBytes(1_572_864, language)],
    [say('速度', 'Speed'), formatSpeed(1_572_864, language)],
    [say('剩余时间', 'Time left'), formatDuration(245, language)],
    [say('时刻', 'Moment'), formatDateTime(moment, language)],
  ]
  return (
    <>
      <Story title={say('缩写数字', 'Shortened numbers')}>
        <table className="c-table">
          <thead>
            <tr>
              <th scope="col">{say('数字', 'Number')}</th>
              <th scope="col">{say('缩写', 'Shortened')}</th>
            </tr>
          </thead>
          <tbody>
            {NUMBERS.map((number) => (
              <tr key={number}>
                <td>{number.toLocaleString(language)}</td>
                <td>{abbreviateNumber(number, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Story>
      <Story title={say('日期', 'Dates')}>
        <div className="c-stack">
          <TextField
            label={say('日期', 'Date')}
            hint={say('八位数字，或任何日期', 'Eight digits, or any date')}
            error=""
            value={typed}
            maxLength={40}
            onChange={(event) => setTyped(event.target.value)}
          />
          <output aria-label={say('读作', 'Read as')}>{formatDay(typed, language)}</output>
        </div>
      </Story>
      <Story title={say('其他', 'Others')}>
        <ul className="c-list">
          {others.map(([name, text]) => (
            <li key={name}>
              <span className="c-soft">{name}</span>
              {text}
            </li>
          ))}
        </ul>
      </Story>
    </>
  )
}
