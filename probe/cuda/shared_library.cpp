// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/shared_library.h"

#include <algorithm>
#include <dlfcn.h>

namespace bubblescope::probe {

SharedLibrary::SharedLibrary(const std::vector<std::string>& names, const std::string& folder,
                             const std::vector<std::string>& places)
{
    for (const std::string& name : names) {
        if (!folder.empty()) {
            for (std::size_t begin = 0, end = 0; begin <= folder.size(); begin = end + 1) {
                end = std::min(folder.find(':', begin), folder.size());
                if (end > begin && open(folder.substr(begin, end - begin) + '/' + name))
                    return;
            }
            continue;
        }
        if (open(name))
            return;
        for (const std::string& place : places)
            if (open(place + '/' + name))
                return;
    }
}

bool SharedLibrary::open(const std::string& path)
{
    m_handle.reset(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (m_handle)
        return true;
    if (const char* said = dlerror(); said != nullptr && m_why.empty())
        m_why = said;
    return false;
}

void* SharedLibrary::address(const char* symbol) const
{
    return m_handle ? dlsym(m_handle.get(), symbol) : nullptr;
}

void SharedLibrary::Close::operator()(void* handle) const
{
    dlclose(handle);
}

} // namespace bubblescope::probe
