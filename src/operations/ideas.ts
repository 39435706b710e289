import { deletedSchema } from '../schemas/envelope.ts';
import {
  convertIdeaParamsSchema,
  createIdeaParamsSchema,
  ideaSchema,
  updateIdeaParamsSchema,
} from '../schemas/ideas.ts';
import { listParamsSchema } from '../schemas/lists.ts';
import { postSchema } from '../schemas/posts.ts';
import { atLeastOneField } from '../schemas/rules.ts';
import type { Deleted, ListParams } from '../types/common.ts';
import type { ConvertIdeaParams, CreateIdeaParams, Idea, UpdateIdeaParams } from '../types/ideas.ts';
import type { Post } from '../types/posts.ts';
import { operation } from './operation.ts';

export const ideas = {
  create: operation<CreateIdeaParams, Idea>({
    id: 'ideas.create',
    method: 'POST',
    path: '/ideas',
    summary: 'Create an idea',
    scopes: ['ideas:create'],
    limits: ['ideasWritePerMinute'],
    params: createIdeaParamsSchema,
    response: ideaSchema,
    success: 'record',
    status: [201],
  }),
  list: operation<ListParams, Idea>({
    id: 'ideas.list',
    method: 'GET',
    path: '/ideas',
    summary: 'List ideas',
    scopes: [],
    limits: ['ideasReadPerMinute'],
    params: listParamsSchema,
    response: ideaSchema,
    success: 'list',
    status: [200],
  }),
  get: operation<never, Idea>({
    id: 'ideas.get',
    method: 'GET',
    path: '/ideas/{id}',
    summary: 'Get one idea',
    scopes: [],
    limits: ['ideasReadPerMinute'],
    response: ideaSchema,
    success: 'record',
    status: [200],
  }),
  update: operation<UpdateIdeaParams, Idea>({
    id: 'ideas.update',
    method: 'PATCH',
    path: '/ideas/{id}',
    summary: 'Change an idea',
    scopes: ['ideas:update'],
    limits: ['ideasWritePerMinute'],
    params: updateIdeaParamsSchema,
    rules: [atLeastOneField],
    response: ideaSchema,
    success: 'record',
    status: [200],
  }),
  delete: operation<never, Deleted>({
    id: 'ideas.delete',
    method: 'DELETE',
    path: '/ideas/{id}',
    summary: 'Delete an idea',
    scopes: [],
    limits: ['ideasWritePerMinute'],
    response: deletedSchema,
    success: 'deleted',
    status: [200],
  }),
  convertToPost: operation<ConvertIdeaParams | undefined, Post>({
    id: 'ideas.convertToPost',
    method: 'POST',
    path: '/ideas/{id}/convert-to-post',
    summary: 'Make a draft post of an idea; the idea stays',
    scopes: ['ideas:convert', 'posts:create'],
    limits: ['ideasWritePerMinute'],
    params: convertIdeaParamsSchema,
    optionalBody: true,
    response: postSchema,
    success: 'record',
    status: [201],
  }),
};
