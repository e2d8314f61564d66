const theme = {
  title: '主题',
  groups: { classic: '经典主题', stage: '舞台主题', colors: '颜色主题' },
  names: {
    ink: '水墨',
    lotus: '荷塘',
    cartoon: '卡通',
    red: '红色',
    blue: '蓝色',
    cyan: '青蓝色',
    green: '绿色',
    custom: '自定义颜色',
  },
  unitColors: '学校默认颜色',
  customTitle: '选择颜色',
  customHint: '文字和按钮的深浅会自动调整，任何颜色都看得清楚。',
  layout: { title: '菜单位置', top: '上下布局', left: '左右布局', forced: '水墨、荷塘和卡通主题的菜单固定在上方。' },
  mode: { title: '明暗', hint: '只对这台设备有效。', system: '跟随系统', light: '浅色', dark: '深色' },
  contrast: {
    title: '对比度',
    hint: '高对比度用更深的文字和更清楚的边框，只对这台设备有效。',
    system: '跟随系统',
    normal: '标准',
    more: '高对比度',
  },
  apply: '使用这个主题',
  offline: '网络已断开，联网后才能更换主题。',
  confirm: {
    title: '更换主题',
    text: '要把主题换成「{{name}}」吗？',
    sync: '你是管理员，也可以同步给本单位所有人。已经选过主题的人也会看到这个主题，之后仍可自己更换。',
    own: '只换我的',
    everybody: '同步给所有人',
  },
  applied: '主题已更换',
  synced: '已把「{{name}}」同步给所有人',
  undo: '撤销',
  undone: '已撤销，大家恢复为原来的主题',
  undoTooLate: '不能再撤销了：主题已被再次更换，或者已超过一小时',
  settings: { title: '外观', themeHint: '背景图画、颜色和应用图标的样式，在你的所有设备上一致。', change: '更换主题' },
}

export type ThemeTexts = typeof theme
export default theme
