import { expose } from 'comlink'
import type { ExportApi } from './export-api.ts'
import { writeWorkbook } from './write-workbook.ts'

expose({ writeWorkbook } satisfies ExportApi)
