import path from 'node:path'
import { download, list } from '../../contract/calls/files.ts'
import { signIn, TEACHER } from '../support/portal-caller.ts'
import { startPortal } from '../support/portal-process.ts'
import { compare, show, type BenchOptions, type Figure } from './figures.ts'
import { withFilePage } from './file-page.ts'
import { launchBrowser } from './page-lab/browser.ts'
import { HOME, PASSWORD, SUBMIT, USERNAME, withProfile } from './page-lab/definitions.ts'
import { writeRandomFile } from './random-file.ts'
import { startReference } from './reference/start-reference.ts'
import { until } from './until.ts'

const SIZE = 256 * 1024 * 1024
const REPETITIONS = 3
const PATIENCE = 120_000
const FILES_APP = '[data-app-code=files]'
const CHOOSE = 'input[type=file]'
