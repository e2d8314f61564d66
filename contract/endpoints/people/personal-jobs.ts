import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountName, id } from '../../fields.ts'
import { personKey } from './people.ts'

// Erasing and merging people who have much goes on after the answer.

/** The answer of what erases or merges: 'success' once it is done, or the job that goes on with it. */
export const doneOrJob = z.union([z.literal('success'), z.object({ jobId: id })])

export const personalJob = z.object({
  jobId: id,
  kind: z.literal(['erase', 'merge']),
  state: z.literal(['running', 'failed', 'done']),
  /** Whom it is about, of a merge the entry that goes; null once it is done. */
  personKind: personKey.shape.kind,
  personId: z.nullable(id),
  realName: z.nullable(accountName.shape.realName),
  englishName: z.nullable(accountName.shape.englishName),
  /** Of a merge the person who stays. */
  keepId: z.nullable(id),
  /** Percent. */
  progress: z.number(),
  /** Why it failed. */
  code: z.nullable(z.string()),
})
export type PersonalJob = z.infer<typeof personalJob>

/** What is being erased or merged, what failed, and what was done within the last hour, the latest first. */
export const listJobs = get({
  name: 'people.jobs',
  path: '/api/people/jobs',
  permission: 'base_people',
  risk: 'ordinary',
  response: z.object({ jobs: z.array(personalJob) }),
})

/** Goes on with a job that failed, where it was. It was confirmed when it was begun. Throws 'units.job_gone' when it has not failed. */
export const retryJob = postJson({
  name: 'people.retryJob',
  path: '/api/people/jobs/retry',
  permission: 'base_people',
  risk: 'ordinary',
  request: z.object({ jobId: id }),
})
