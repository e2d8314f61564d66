/** The version of the consent text. A changed text needs a new one; earlier consents keep theirs. */
export const FACE_CONSENT_VERSION = '2026-12'

/** The consent before a photo of the user's or a child's face is stored; one paragraph each. */
export const faceConsentTexts = {
  'zh-CN': [
    '学校保存最多 5 张面部照片和由照片算出的特征数据，只用于在本校门户刷脸登录和刷脸打卡，不作其他用途，也不提供给他人。',
    '照片和特征数据加密保存在学校的服务器上。超过学校设定的期限没有使用，就会自动删除。',
    '刷脸完全自愿。不同意也可以用密码等方式登录，不受任何影响。',
    '可以随时撤回同意或删除照片，撤回后立即删除，不可恢复；只保留“何时、由谁、做了什么”的记录备查。',
    '学生的面部照片须由监护人同意，监护人可以随时查看、删除照片，撤回同意。',
  ],
  en: [
    'The school keeps up to five photos of the face and the feature data computed from them. They are used only to sign in to this portal and to clock in by face; no one else receives them.',
    'Photos and feature data are encrypted on the school’s server. They are deleted automatically when they have not been used for the period that the school has set.',
    'Using your face is voluntary. If you do not agree, sign in with your password or in another way, without any disadvantage.',
    'Consent can be withdrawn and photos deleted at any time. They are then deleted immediately and permanently; only a record of what was done, by whom and when is kept.',
    'For a pupil, a guardian must give consent. Guardians can view and delete the photos and withdraw their consent at any time.',
  ],
} as const
