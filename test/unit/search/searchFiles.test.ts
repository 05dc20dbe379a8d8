import { searchFilesContract } from '../../contract/searchFilesContract.ts';
import { overEveryArchive } from './everyArchive.ts';

overEveryArchive(searchFilesContract);
