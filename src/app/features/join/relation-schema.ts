import * as z from 'zod/mini'
import * as join from '../../../../contract/endpoints/family/join.ts'

/** A chosen relation; '' is none yet. */
export const chosenRelation = z.pipe(z.string(), join.redeem.request.shape.relation)
