import type { cancelUpload as row } from '../../../contract/endpoints/storage.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import type { StorageParts } from '../../blobs/storage-parts.ts'
import { ownerOf } from './files-owner.ts'
import { dropUpload, findUpload } from './uploads-rows.ts'

/** Throws away an upload that nobody will continue, and with it the room that it takes; harmless when there is none. */
export async function cancelUpload(
  { bytes }: StorageParts,
  input: ParsedRequestOf<typeof row>,
  call: StreamCall,
): Promise<'success'> {
  const dropped = await call.inUnit(async (tx) => {
    const upload = await findUpload(tx, ownerOf(call), input)
    return upload && (await dropUpload(tx, upload)) ? upload : undefined
  })
  // A crash before this leaves bytes without a row, which upkeep finds.
  if (dropped) await bytes.discardUpload(dropped)
  return 'success'
}
