import { ScrollBox } from '../../src/app/ui/layout/ScrollBox.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function ScrollBoxPage({ say }: PageProps) {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => <li key={index}>{say(`第 ${index + 1} 行`, `Row ${index + 1}`)}</li>)
  return (
    <>
      <Story title={say('上下滚动', 'Up and down')}>
        <ScrollBox label={say('四十行', 'Forty rows')} maxHeight="220px">
          <ul className="c-list">{rows(40)}</ul>
        </ScrollBox>
      </Story>
      <Story title={say('两个方向', 'Both ways')}>
        <ScrollBox label={say('宽表格', 'A wide table')} maxHeight="180px">
          <table className="c-table">
            <tbody>
              {Array.from({ length: 12 }, (_, row) => (
                <tr key={row}>
                  {Array.from({ length: 24 }, (__, column) => (
                    <td key={column}>{`${row + 1}-${column + 1}`}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </Story>
      <Story title={say('内容不多时没有滚动条', 'No bar where everything is in sight')}>
        <ScrollBox label={say('两行', 'Two rows')} maxHeight="220px">
          <ul className="c-list">{rows(2)}</ul>
        </ScrollBox>
      </Story>
    </>
  )
}
