/** The path of the face detector's model on every portal; the number changes with the model. */
export const FACE_MODEL = '/common/plugins/face/1/model.json'
