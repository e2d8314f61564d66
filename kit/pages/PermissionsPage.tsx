import { useId, useState } from 'react'
import { Button } from '../../src/app/ui/Button.tsx'
import { PermissionContext, permissionCodes } from '../../src/app/core/permissions/permissions.ts'
import { Permitted } from '../../src/app/ui/layout/Permitted.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const CODES = ['files_upload', 'base_area_user'] as const

export default function PermissionsPage({ say }: PageProps) {
  const [granted, setGranted] = useState<readonly string[]>(['files_upload'])
  const codes = permissionCodes(granted.map((code) => ({ code, children: [] })))
  const id = useId()
  return (
    <Story
      title={say('选择权限', 'Choose the permissions')}
      hint={say(
        '第二段是 area 的代码，去掉这一段也算数：base_area_user 也是 base_user。',
        'A code whose second part is area counts without it too: base_area_user is base_user as well.',
      )}
    >
      <div className="c-stack">
        <div className="c-row">
          {CODES.map((code) => (
            <span key={code} className="c-choice">
              <input
                id={`${id}-${code}`}
                type="checkbox"
                checked={granted.includes(code)}
                onChange={({ target }) =>
                  setGranted(target.checked ? [...granted, code] : granted.filter((other) => other !== code))
                }
              />
              <label htmlFor={`${id}-${code}`}>{code}</label>
            </span>
          ))}
        </div>
        <PermissionContext value={codes}>
          <div className="c-row">
            <Permitted codes="files_upload">
              <Button kind="primary">{say('上传文件', 'Upload files')}</Button>
            </Permitted>
            <Permitted
              codes={['files_upload', 'base_user']}
              otherwise={<p>{say('没有用户管理的权限', 'User administration is not yours')}</p>}
            >
              <Button>{say('管理用户', 'Manage users')}</Button>
            </Permitted>
          </div>
        </PermissionContext>
      </div>
    </Story>
  )
}
