export { type FileFromPathOptions, fileFromPath } from './file-from-path.ts';
export { fileJournal } from './file-journal.ts';
