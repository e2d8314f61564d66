import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { endProgram, launch, runProgram, untilReady } from './programs.ts'

export interface StoragePorts {
  readonly monitor: number
  readonly gateway: number
}

/** What a portal is told. */
export const BUCKET = {
  bucket: 'portal',
  credentials: { accessKeyId: 'DISTRICT', secretAccessKey: 'district-secret' },
} as const

/** Starts Ceph in the folder: a monitor, storage in memory, and the gateway that speaks S3, with the portal's bucket in it. */
export async function startObjectStorage(folder: string, ports: StoragePorts): Promise<void> {
  const fsid = randomUUID()
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'ceph.conf'), configuration(folder, fsid, ports.gateway))
  const ceph = (program: string, ...args: string[]) => [program, ...flags(folder), ...args] as const
  const address = `[v1:127.0.0.1:${ports.monitor}]`
  await runProgram(folder, ['monmaptool', '--create', '--addv', 'a', address, '--fsid', fsid, 'monmap'])
  await runProgram(folder, ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap'))
  launch(folder, 'monitor', ceph('ceph-mon', '-f', '-i', 'a'))
  await runProgram(folder, ceph('ceph-osd', '-i', '0', '--mkfs'))
  // It registers itself; the command for that (ceph osd new) is sometimes refused.
  launch(folder, 'storage', ceph('ceph-osd', '-f', '-i', '0'))
  await startGateway(folder, ports)
  const { bucket, credentials } = BUCKET
  const keys = [`--access-key=${credentials.accessKeyId}`, `--secret-key=${credentials.secretAccessKey}`]
  const user = ['user', 'create', '--uid=portal', '--display-name=portal', ...keys]
  await runProgram(folder, ceph('radosgw-admin', '-n', 'client.rgw', ...user))
  // Its warning about later versions is for the developer who updates it.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: gatewayAddress(ports),
    forcePathStyle: true,
    credentials,
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}

export function gatewayAddress({ gateway }: StoragePorts): string {
  return `http://127.0.0.1:${gateway}`
}

/** Resolves when it answers. */
export async function startGateway(folder: string, ports: StoragePorts): Promise<void> {
  launch(folder, 'gateway', ['radosgw', ...flags(folder), '-n', 'client.rgw', '-f'])
  const answers = () =>
    fetch(gatewayAddress(ports)).then(
      ({ ok }) => ok,
      () => false,
    )
  await untilReady(folder, 'gateway', answers)
}

/** Ends the gateway as a crash would; what it stored stays. */
export function killGateway(folder: string): Promise<void> {
  return endProgram(folder, 'gateway', 'SIGKILL')
}

/** A program that asks the monitor for its configuration first may name no cluster in its next request, and is refused ("wrong fsid"). */
function flags(folder: string): string[] {
  return ['-c', join(folder, 'ceph.conf'), '--no-mon-config']
}

/** One copy, no authentication inside, and quick decisions: there is one monitor, which waits for no other. */
function configuration(folder: string, fsid: string, gateway: number): string {
  return `[global]
fsid = ${fsid}
mon_initial_members = a
monmap = ${folder}/monmap
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 4294967296
admin_socket =
run_dir = ${folder}
log_file = ${folder}/$name.log
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${gateway}
`
}
