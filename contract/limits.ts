/** Section 9 of the specification, in one place. Times in milliseconds, sizes in bytes, lengths in CSS pixels unless the name says otherwise. */

export const REQUEST_TIMEOUT = 1_200_000
export const CHUNK_SIZE = 2 * 1024 * 1024
export const MD5_SLICE = 2 * 1024 * 1024
export const DEFAULT_SERVER_ID = 'base'
export const IMAGE_QUALITY = 0.8
export const IMAGE_MAX_SIDE = 500
export const AUTO_LOGIN_ATTEMPTS = 4
export const RECENT_APPS = 10
export const PAGE_SIZE = 30
export const POPUP_PAGE_SIZE = 3
export const POPUP_AUTO_CLOSE = 15_000
export const NOTICE_DURATION = 2000
export const EXPIRY_SOON = 7_776_000_000
export const ZOOM_MIN_PERCENT = 80
export const ZOOM_MAX_PERCENT = 120
export const ZOOM_NOTICE_DURATION = 5000
export const MENU_MAX_ICONS = 10
export const MENU_ICON_WIDTH = 60
export const MENU_MAX_WIDTH = 672
export const MENU_MAX_WIDTH_STAFF = 780
export const BELL_CAP = 99
export const IMPORTANCE_MIN = 1
export const IMPORTANCE_MAX = 5
export const RESIZE_THROTTLE = 50
export const DEFAULT_THEME_COLOR = '#457CD6'
export const THEME_COLORS = { ink: '#A9947F', lotus: '#68A265', cartoon: '#3ABAE8' } as const
/** The colour themes; the specification names them without saying which colours they are. */
export const PLAIN_COLORS = { red: '#C4514D', blue: '#457CD6', cyan: '#1F93A6', green: '#3C9161' } as const
export const LANGUAGES = ['zh-CN', 'en'] as const
/** Wider than this is the PC layout. */
export const PC_BREAKPOINT = 1024
/** Wider than this, up to the PC breakpoint, is the ipad layout; the rest is mobile. */
export const IPAD_BREAKPOINT = 400
export const TITLE_WIDE = 1920
export const TITLE_MIDDLE = 1366
export const TITLE_SIZES = { wide: 26, middle: 22, narrow: 18 } as const
export const SCROLLBAR_WIDTH = 10
export const SCROLLBAR_STEP = 15
export const ABOUT_WIDTH = 650
export const COPYRIGHT_START_YEAR = 2012
export const TIME_AGO = { justNow: 30_000, minutes: 3_600_000, hours: 86_400_000, yesterday: 172_800_000 } as const
export const NUMBER_UNITS = ['k', 'M', 'G', 'T', 'P', 'E'] as const
export const LOAD_MORE_THRESHOLD = 10
export const IGNORED_APP_CODES = ['desktop', 'comment'] as const
export const EXPORT_RELEASE = 800
export const VOICE = { longPress: 200, longest: 60_000, hint: 3000 } as const
export const FACE_CAPTURE_SIDE = 480
export const FACE_WIDE_BODY = 760
export const FACE_COUNTDOWN_SECONDS = 3
export const FACE_TIMEOUT = 15_000
export const FACE_FRAMES = 8
export const FACE_TOLERANCE = 50
export const FACE_GUIDE_WIDTH_RATIO = 0.35
export const FACE_GUIDE_ASPECT = { width: 454, height: 560 } as const
export const DIALOG = { width: '60%', top: '15%', zIndex: 1500, heightReserve: 180 } as const
export const PICKER_COLOR = '#000'
export const PICKER_FONTS = ['SimSun', 'KaiTi', 'Microsoft YaHei', 'SimHei', 'LiSu', 'STXingkai'] as const
export const PICKER_FONT_SIZES = ['12px', '14px', '16px', '18px', '20px'] as const
export const KIT_VERSION = '1.6.0'

/** Limits of our own, which the specification leaves open. */
export const FILE_NAME_LENGTH = 255
/** Nested folders, without the top. */
export const FOLDER_DEPTH = 20
/** Folders and files of a folder in one page. */
export const FOLDER_PAGE = 200
/** Files and folders that one request moves, removes or restores. */
export const FILE_ENTRIES_MAX = 200
/** Batched upload of small files in one call: number of files, bytes of each, bytes of all. */
export const BATCH_FILES = 64
export const BATCH_FILE_BYTES = 64 * 1024
export const BATCH_BYTES = 1024 * 1024
/** Files and folders that can be added to the uploads at once. */
export const UPLOAD_ENTRIES_MAX = 10_000
/** Files from a phone's share sheet at once: more may not fit into the browser's storage. */
export const SHARED_FILES_MAX = 100
export const SHARED_BYTES_MAX = 2 * 1024 * 1024 * 1024
/** Milliseconds for which incoming files wait for the user's decision. */
export const INCOMING_FILES_LIFE = 3_600_000
export const FILE_SIZE_MAX = 64 * 1024 * 1024 * 1024
/** Days for which a removed file can be restored, and counts as used. */
export const BIN_DAYS = 30
/** Files and folders of one that is downloaded as a whole. */
export const FOLDER_ZIP_ENTRIES = 20_000
/** Former contents of a file that are kept, and for how many days; they count as used. */
export const VERSIONS_MAX = 10
export const VERSION_DAYS = 90
/** Years after the time by which to hand in until a hand-in is deleted with its files. */
export const HAND_IN_YEARS = 2
/** A million GB: the largest quota that can be set. */
export const QUOTA_MAX = 1_000_000 * 1024 * 1024 * 1024
/** Bytes of a picture to fit: above, a phone's browser runs out of memory. */
export const PICTURE_SIZE_MAX = 32 * 1024 * 1024
export const PICTURE_PIXELS_MAX = 80_000_000
/** Bytes of a user's own picture: the largest PNG of 500 by 500 is a little smaller. */
export const ACCOUNT_PICTURE_MAX = 1024 * 1024
/** Of a picture that becomes an application's icon: bytes and pixels. */
export const APPLICATION_PICTURE_MAX = 5 * 1024 * 1024
export const APPLICATION_PICTURE_PIXELS = 40_000_000
/** Face photos of a person: faces change with the years, and with glasses. */
export const FACE_PHOTOS_MAX = 5
/** People of a group's month in one page of its export. */
export const EXPORT_PEOPLE = 50
/** Bytes of a form with tables in HTML, as they come; and of the tables together. */
export const TABLE_FORM_MAX = 20 * 1024 * 1024
export const TABLE_LIMITS = { rows: 50_000, columns: 1000, cells: 500_000 } as const
export const TABLE_TITLE_LENGTH = 200
/**
 * Of a file of people: bytes of it; of what it unpacks to, of one part of a workbook, and how many times what is in the file (beyond so many bytes); entries of a zip, rows and columns
 * of a sheet, characters of a cell and of a sheet's name; merged cells of a sheet, formats of a workbook, elements within each other; and bytes by which the kind of a text is found.
 */
export const IMPORT_FILE_MAX = 50 * 1024 * 1024
export const IMPORT_LIMITS = {
  inflated: 300 * 1024 * 1024,
  part: 64 * 1024 * 1024,
  ratio: 200,
  ratioFrom: 1024 * 1024,
  entries: 5000,
  rows: 60_000,
  columns: 200,
  text: 4000,
  sheetName: 200,
  merges: 100_000,
  formats: 100_000,
  depth: 64,
  head: 64 * 1024,
} as const
/** Of all sheets of a file together; enrolments of OneRoster are more than people. */
export const IMPORT_ROWS_MAX = 1_000_000
/** Rows of an import in one page, and imports of the history. */
export const IMPORT_PAGE = 100
export const IMPORTS_PAGE = 20
/** Days for which a preview waits to be applied, and an applied import can be undone. */
export const IMPORT_DAYS = 7
export const BODY_LIMIT = 64 * 1024
/** Whole megabytes that web servers in front must let through: the largest body of any endpoint is a file of people, in its form. */
export const PROXY_BODY_MEGABYTES = Math.ceil((IMPORT_FILE_MAX + BODY_LIMIT) / (1024 * 1024))
/** Days in which a password that the school gave signs in. */
export const FIRST_PASSWORD_DAYS = 30

export const LOGIN_NAME_LENGTH = 64
/** Letters, digits and `._-@`. */
export const LOGIN_NAME = /^[\p{L}\p{N}._@-]*$/u
export const PASSWORD_LENGTH = 128
export const EMAIL_LENGTH = 254
/** Longer than the secret of a mail's link, and than a one-time code however it is typed. */
export const RESET_SECRET_LENGTH = 64
/** On a shared computer: time without activity before signing out, and before that the warning. */
export const IDLE_SIGN_OUT = 600_000
export const IDLE_WARNING = 60_000

/** Milliseconds in which a cancelled upload can be restored. */
export const UPLOAD_UNDO_TIME = 15_000
