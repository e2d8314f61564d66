import type { UserType } from '../../../contract/endpoint.ts'
import { employees, everybody } from './applications.ts'

export type DemoPermission = ReturnType<typeof permission>

/** A permission code with the user types that have it; without any, only system administrators do. */
function permission(code: string, name: string, parentCode: string | null, userTypes: readonly UserType[]) {
  return { code, name, parentCode, userTypes }
}

const commonPermissions: readonly DemoPermission[] = [
  permission('files', '文件', null, everybody),
  permission('files_upload', '上传文件', 'files', everybody),
  permission('files_download', '下载文件', 'files', everybody),
  permission('files_folder', '新建文件夹', 'files', everybody),
  permission('files_rename', '重命名', 'files', everybody),
  permission('files_remove', '删除', 'files', everybody),
  permission('attendance', '考勤', null, everybody),
  permission('attendance_view', '查看所有人的考勤', 'attendance', []),
  permission('attendance_approve', '审批所有人的补卡申请', 'attendance', []),
  permission('attendance_admin', '设置考勤规则', 'attendance', []),
  permission('desktop', '桌面', null, everybody),
  permission('desktop_theme', '更换主题', 'desktop', everybody),
  permission('desktop_drag', '调整图标位置', 'desktop', employees),
  permission('desktop_theme_sync', '把主题同步给所有人', 'desktop', []),
  permission('base', '基础管理', null, []),
]

export const schoolPermissions: readonly DemoPermission[] = [
  ...commonPermissions,
  permission('base_user', '用户管理', 'base', []),
  permission('base_user_reset', '重置密码', 'base_user', []),
  permission('base_unit', '单位设置', 'base', []),
]

/** Codes of an area have `area` as their second part, which clients also read without it. */
export const areaPermissions: readonly DemoPermission[] = [
  ...commonPermissions,
  permission('base_area_user', '用户管理', 'base', []),
  permission('base_area_user_reset', '重置密码', 'base_area_user', []),
  permission('base_area_unit', '下属单位管理', 'base', []),
]
