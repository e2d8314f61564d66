import { expose } from 'comlink'
import { createWorkbookWriter } from './write-workbook.ts'

expose(createWorkbookWriter())
