import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useRef } from 'react'
import * as imports from '../../contract/endpoints/people/imports.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { notify } from '../../src/app/core/notices/notices.ts'
import { Button } from '../../src/app/ui/Button.tsx'
import { ExportButton } from '../../src/app/ui/export/ExportButton.tsx'
import { ExportContext, type ExportServices } from '../../src/app/ui/export/export-context.ts'
import { serverFile } from '../../src/app/ui/files/download.ts'
import { DownloadContext, type DownloadServices } from '../../src/app/ui/files/download-context.ts'
import { DownloadLink } from '../../src/app/ui/files/DownloadLink.tsx'
import { Story, useSay } from '../Story.tsx'

/** Writes what it is given as JSON: the catalogue has no worker. */
const asJson: ExportServices = {
  workbook: async (_, sheets) => new Blob([JSON.stringify(sheets)]),
  prepare: async () => {},
  notify: (kind, text, action) => void notify(kind, text, action ? { action } : {}),
}

/** Gets as far as two fifths. */
const slow: ExportServices = {
  ...asJson,
  workbook: (signal, _, onProgress) =>
    new Promise((_resolve, reject) => {
      onProgress(0.4)
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
}

/** The catalogue has no server that would send a file. */
const refusing: DownloadServices = {
  call: () => Promise.reject(new PortalError('files.not_found')),
  notify: (kind, text) => void notify(kind, text),
}

export function ExportPage() {
  const say = useSay()
  const table = useRef<HTMLTableElement>(null)
  const failures = useRef(1)
  const broken: ExportServices = {
    ...asJson,
    workbook: async (...given) => {
      failures.current -= 1
      if (failures.current >= 0) throw new Error('broken')
      return asJson.workbook(...given)
    },
  }
  return (
    <>
      <Story title={say('页面上的表格', 'A table of the page')}>
        <ExportContext value={asJson}>
          <ExportButton file={say('期中成绩', 'Results')} source={() => table.current} />
        </ExportContext>
        <table ref={table}>
          <caption>{say('期中成绩', 'Results')}</caption>
          <thead>
            <tr>
              <th rowSpan={2} scope="col">
                {say('姓名', 'Name')}
              </th>
              <th colSpan={2} scope="colgroup">
                {say('成绩', 'Marks')}
              </th>
              <th rowSpan={2} scope="col">
                {say('日期', 'Date')}
              </th>
              <th rowSpan={2} scope="col" data-export="none">
                {say('操作', 'Actions')}
              </th>
            </tr>
            <tr>
              <th scope="col">{say('语文', 'Chinese')}</th>
              <th scope="col">{say('出勤率', 'Present')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">
                <span aria-hidden="true">★</span>=1+1
              </th>
              <td>1,090.5</td>
              <td>95%</td>
              <td>{say('2026年3月5日', '5 Mar 2026')}</td>
              <td data-export="none">
                <Button>{say('查看', 'View')}</Button>
              </td>
            </tr>
            <tr>
              <td data-type="text">007</td>
              <td colSpan={2}>{say('缺考', 'Absent')}</td>
              <td>
                <time dateTime="2026-03-06">{say('昨天', 'yesterday')}</time>
              </td>
              <td data-export="none">{say('没有', 'none')}</td>
            </tr>
          </tbody>
        </table>
      </Story>
      <Story title={say('没有表格', 'Without a table')}>
        <ExportContext value={asJson}>
          <ExportButton label={say('导出空的', 'Export nothing')} file="x" source={() => null} />
        </ExportContext>
      </Story>
      <Story title={say('很久', 'Slow')}>
        <ExportContext value={slow}>
          <ExportButton label={say('慢慢导出', 'Export slowly')} file="x" source={() => table.current} />
        </ExportContext>
      </Story>
      <Story title={say('失败', 'Failing')}>
        <ExportContext value={broken}>
          <ExportButton label={say('先失败', 'Export with a failure')} file="x" source={() => table.current} />
        </ExportContext>
      </Story>
      <Story title={say('服务器的文件', 'A file of the server')}>
        <DownloadContext value={refusing}>
          <DownloadLink file={serverFile(imports.template, {}, 'plan.xlsx')} kind="plain" icon={Download}>
            {say('下载', 'Download')}
          </DownloadLink>
          <DownloadLink
            file={serverFile(imports.template, {}, 'plan.xlsx')}
            kind="icon"
            icon={Download}
            label={say('下载 plan.xlsx', 'Download plan.xlsx')}
          />
        </DownloadContext>
      </Story>
    </>
  )
}
