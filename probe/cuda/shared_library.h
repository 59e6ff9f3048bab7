// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace bubblescope::probe {

/// A library that is opened while the program runs, so that the program starts where it is not.
class SharedLibrary
{
public:
    /// The first of the names that opens, in `folder` (or several, with ':' between) alone if one is given,
    /// else where the system looks and then in `places`; empty, with `why` in words, if none does.
    SharedLibrary(const std::vector<std::string>& names, const std::string& folder,
                  const std::vector<std::string>& places = {});

    [[nodiscard]] explicit operator bool() const { return m_handle != nullptr; }
    [[nodiscard]] const std::string& why() const { return m_why; }
    /// Leaves `function` null, and says so, where the library has no such symbol.
    template <typename Function>
    bool find(const char* symbol, Function& function) const
    {
        function = reinterpret_cast<Function>(address(symbol));
        return function != nullptr;
    }

private:
    struct Close
    {
        void operator()(void* handle) const;
    };
    [[nodiscard]] bool open(const std::string& path);
    [[nodiscard]] void* address(const char* symbol) const;

    std::unique_ptr<void, Close> m_handle;
    std::string m_why;
};

} // namespace bubblescope::probe
