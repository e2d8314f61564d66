import * as z from 'zod/mini'
import { redeem } from '../../../../contract/endpoints/family/join.ts'

/** A chosen relation; '' is none yet. */
export const chosenRelation = z.pipe(z.string(), redeem.request.shape.relation)
